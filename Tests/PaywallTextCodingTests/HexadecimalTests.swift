import PaywallTextCoding
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTests {
  /// Pairs by arithmetic, and the test vectors of RFC 4648, section 10, in lower case.
  private static let pairs: [(bytes: [UInt8], text: String)] = [
    ([], ""), ([0], "00"), ([9], "09"), ([10], "0a"), ([15], "0f"), ([16], "10"), ([160], "a0"),
    ([255], "ff"), ([1, 35, 69, 103, 137, 171, 205, 239], "0123456789abcdef"),
    (Array("f".utf8), "66"), (Array("foobar".utf8), "666f6f626172"),
  ]

  @Test("are two for each byte, the high half first", arguments: pairs)
  func written(bytes: [UInt8], text: String) {
    #expect(bytes.hexadecimal == text)
    #expect(AnySequence(bytes).hexadecimal == text)
    var started = Array("x".utf8)
    started.append(hexadecimal: bytes)
    #expect(started == Array("x\(text)".utf8))
  }

  @Test("are read in either case", arguments: pairs)
  func read(bytes: [UInt8], text: String) {
    #expect([UInt8](hexadecimal: text) == bytes)
    #expect([UInt8](hexadecimal: text.uppercased()) == bytes)
  }

  @Test(
    "are read only in pairs and of nothing else",
    arguments: ["0", "123", "0g", "g0", "/0", ":0", "@0", "`0", " 0", "0x", "é0", "０0", "+1"])
  func refused(text: String) { #expect([UInt8](hexadecimal: text) == nil) }
}
