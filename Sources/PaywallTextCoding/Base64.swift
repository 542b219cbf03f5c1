/// Base64 (RFC 4648) in one form only: no white space, no other alphabet, unused bits zero. Decoded
/// bytes encode to the same text again, so two texts never mean the same bytes.
package enum Base64 {
  package enum Alphabet: Sendable {
    /// Section 4, with padding.
    case standard
    /// Section 5, without padding: the parts of a JWS (RFC 7515, appendix C).
    case url
  }

  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
    String(decoding: encodeUTF8(bytes, alphabet), as: UTF8.self)
  }

  @inlinable package static func encode(
    _ bytes: some Sequence<UInt8>, _ alphabet: Alphabet
  ) -> String {
    encode(Array(bytes), alphabet)
  }

  @inlinable package static func decode(
    _ text: some StringProtocol, _ alphabet: Alphabet
  ) -> [UInt8]? {
    decode(Array(text.utf8)[...], alphabet)
  }

  @inlinable package static func decode(
    _ text: some Collection<UInt8>, _ alphabet: Alphabet
  ) -> [UInt8]? {
    decode(Array(text)[...], alphabet)
  }

  /// Encodes to UTF-8. Whole groups are written without bounds checks: each of `groups` reads three
  /// bytes and writes four.
  package static func encodeUTF8(_ bytes: [UInt8], _ alphabet: Alphabet) -> [UInt8] {
    let digits = alphabet == .url ? urlDigits : standardDigits
    let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
    var text = unsafe digits.withUnsafeBufferPointer { digits in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe [UInt8](unsafeUninitializedCapacity: groups * 4 + 4) { text, count in
          for group in 0..<groups {
            let (a, b) = unsafe (bytes[group &* 3], bytes[group &* 3 &+ 1])
            let c = unsafe bytes[group &* 3 &+ 2]
            unsafe text[group &* 4] = digits[Int(a >> 2)]
            unsafe text[group &* 4 &+ 1] = digits[Int(a & 3) << 4 | Int(b >> 4)]
            unsafe text[group &* 4 &+ 2] = digits[Int(b & 15) << 2 | Int(c >> 6)]
            unsafe text[group &* 4 &+ 3] = digits[Int(c & 63)]
          }
          count = groups * 4
        }
      }
    }
    guard rest > 0 else { return text }
    let (a, b) = (bytes[groups * 3], rest == 2 ? bytes[groups * 3 + 1] : 0)
    text.append(digits[Int(a >> 2)])
    text.append(digits[Int(a & 3) << 4 | Int(b >> 4)])
    if rest == 2 { text.append(digits[Int(b & 15) << 2]) }
    if alphabet == .standard {
      text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - rest))
    }
    return text
  }

  /// The bytes of a text; `nil` for other characters, missing or needless padding, an impossible
  /// length, and unused bits that are not zero.
  package static func decode(_ text: ArraySlice<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
    guard alphabet == .standard else { return decode(text, by: urlValues) }
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return decode(text.dropLast(padding), by: standardValues)
  }

  private static func decode(_ text: ArraySlice<UInt8>, by values: [UInt8]) -> [UInt8]? {
    let (groups, rest) = text.count.quotientAndRemainder(dividingBy: 4)
    guard rest != 1, var bytes = decodedGroups(of: text, groups, by: values) else { return nil }
    guard rest > 0 else { return bytes }
    let last = text.suffix(rest).map { UInt32(values[Int($0)]) } + [0]
    let word = last[0] << 18 | last[1] << 12 | (rest == 3 ? last[2] << 6 : 0)
    let unused: UInt32 = rest == 3 ? 0xFF : 0xFFFF
    guard last.allSatisfy({ $0 < 64 }), word & unused == 0 else { return nil }
    bytes.append(UInt8(truncatingIfNeeded: word >> 16))
    if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: word >> 8)) }
    return bytes
  }

  /// Decodes groups of four characters to three bytes without bounds checks: `text` has four
  /// characters per group, the array has room for three bytes per group, `values` has 256 entries.
  private static func decodedGroups(
    of text: ArraySlice<UInt8>, _ groups: Int, by values: [UInt8]
  ) -> [UInt8]? {
    var seen: UInt8 = 0
    let bytes = unsafe values.withUnsafeBufferPointer { values in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe [UInt8](unsafeUninitializedCapacity: groups * 3 + 2) { bytes, count in
          for group in 0..<groups {
            let a = unsafe values[Int(text[group &* 4])]
            let b = unsafe values[Int(text[group &* 4 &+ 1])]
            let c = unsafe values[Int(text[group &* 4 &+ 2])]
            let d = unsafe values[Int(text[group &* 4 &+ 3])]
            seen |= a | b | c | d
            unsafe bytes[group &* 3] = a << 2 | b >> 4
            unsafe bytes[group &* 3 &+ 1] = b << 4 | c >> 2
            unsafe bytes[group &* 3 &+ 2] = c << 6 | d
          }
          count = groups * 3
        }
      }
    }
    return seen < 64 ? bytes : nil
  }

  private static let standardDigits = digits("+/")
  private static let urlDigits = digits("-_")
  private static let standardValues = values(of: standardDigits)
  private static let urlValues = values(of: urlDigits)

  private static func digits(_ last: String) -> [UInt8] {
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
  }

  /// The six bits of each character; 255 for one that is not in the alphabet.
  private static func values(of digits: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }
}
