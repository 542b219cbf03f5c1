/// Base64 in one form only: no white space, no other alphabet, unused bits zero. So what was decoded
/// encodes to the same text again, and a text has no second spelling.
enum Base64 {
  /// RFC 4648 section 5, without padding: the parts of a JWS.
  static func decodeURL(_ text: ArraySlice<UInt8>) -> [UInt8]? { decode(text, by: urlTable) }

  /// RFC 4648 section 4, with padding: the certificates in `x5c`.
  static func decodeStandard(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return decode(text.dropLast(padding), by: standardTable)
  }

  private static let urlTable = table("-", "_")
  private static let standardTable = table("+", "/")
  private static let invalid: UInt8 = 0xFF

  private static func table(_ sixtyTwo: Unicode.Scalar, _ sixtyThree: Unicode.Scalar) -> [UInt8] {
    var table = [UInt8](repeating: invalid, count: 256)
    let alphabet =
      Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
      + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
      + [UInt8(ascii: sixtyTwo), UInt8(ascii: sixtyThree)]
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }

  private static func decode(_ text: ArraySlice<UInt8>, by table: [UInt8]) -> [UInt8]? {
    let rest = text.count % 4
    guard rest != 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + (rest == 0 ? 0 : rest - 1))
    var seen: UInt8 = 0
    var (from, to) = (text.startIndex, 0)
    func next() -> UInt32 {
      let value = table[Int(text[from])]
      from += 1
      seen |= value
      return UInt32(value)
    }
    for _ in 0..<(text.count / 4) {
      let word = next() << 18 | next() << 12 | next() << 6 | next()
      bytes[to] = UInt8(truncatingIfNeeded: word >> 16)
      bytes[to + 1] = UInt8(truncatingIfNeeded: word >> 8)
      bytes[to + 2] = UInt8(truncatingIfNeeded: word)
      to += 3
    }
    if rest > 0 {
      let word = next() << 18 | next() << 12 | (rest == 3 ? next() << 6 : 0)
      bytes[to] = UInt8(truncatingIfNeeded: word >> 16)
      if rest == 3 { bytes[to + 1] = UInt8(truncatingIfNeeded: word >> 8) }
      guard word & (rest == 3 ? 0xFF : 0xFFFF) == 0 else { return nil }
    }
    return seen & 0xC0 == 0 ? bytes : nil
  }
}
