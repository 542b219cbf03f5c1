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
    let (groups, rest) = text.count.quotientAndRemainder(dividingBy: 4)
    guard rest != 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: groups * 3 + max(rest - 1, 0))
    guard decode(text, groups, by: table, into: &bytes) else { return nil }
    if rest > 0 {
      let values = text.suffix(rest).map { UInt32(table[Int($0)]) } + [0]
      let word = values[0] << 18 | values[1] << 12 | (rest == 3 ? values[2] << 6 : 0)
      let unused: UInt32 = rest == 3 ? 0xFF : 0xFFFF
      guard values.allSatisfy({ $0 < 64 }), word & unused == 0 else { return nil }
      bytes[groups * 3] = UInt8(truncatingIfNeeded: word >> 16)
      if rest == 3 { bytes[groups * 3 + 1] = UInt8(truncatingIfNeeded: word >> 8) }
    }
    return bytes
  }

  /// Four characters to three bytes each, without asking at every character whether it is in bounds:
  /// `text` has four characters for a group, `bytes` room for three bytes and the table 256 values.
  private static func decode(
    _ text: ArraySlice<UInt8>, _ groups: Int, by table: [UInt8], into bytes: inout [UInt8]
  ) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe table.withUnsafeBufferPointer { table in
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
          var seen: UInt8 = 0
          for group in 0..<groups {
            let first = unsafe table[Int(text[group &* 4])]
            let second = unsafe table[Int(text[group &* 4 &+ 1])]
            let third = unsafe table[Int(text[group &* 4 &+ 2])]
            let fourth = unsafe table[Int(text[group &* 4 &+ 3])]
            seen |= first | second | third | fourth
            unsafe bytes[group &* 3] = first << 2 | second >> 4
            unsafe bytes[group &* 3 &+ 1] = second << 4 | third >> 2
            unsafe bytes[group &* 3 &+ 2] = third << 6 | fourth
          }
          return seen < 64
        }
      }
    }
  }
}
