import PaywallTextCoding
import Testing

@Suite("Escapes in JSON")
struct JSONEscapeTests {
  /// Section 7 of RFC 8259; its pair is the G clef, U+1D11E.
  @Test(
    "stand for one character, and end behind it",
    arguments: [
      (#"\""#, "\"", 2), (#"\\"#, "\\", 2), (#"\/"#, "/", 2), (#"\b"#, "\u{8}", 2),
      (#"\f"#, "\u{C}", 2), (#"\n"#, "\u{A}", 2), (#"\r"#, "\u{D}", 2), (#"\t"#, "\u{9}", 2),
      (#"\u0041bc"#, "A", 6), (#"\u00e9"#, "é", 6), (#"\uFFFF"#, "\u{FFFF}", 6),
      (#"\uD834\uDD1E!"#, "\u{1D11E}", 12), (#"\udbff\udfff"#, "\u{10FFFF}", 12),
      (#"\ud7ff"#, "\u{D7FF}", 6), (#"\ue000\u0041"#, "\u{E000}", 6),
    ] as [(String, Unicode.Scalar, Int)])
  func read(text: String, character: Unicode.Scalar, length: Int) throws {
    for before in ["", "é"] {
      let start = before.utf8.count
      let escape = try JSONEscape(in: Array("\(before)\(text)".utf8), at: start)
      #expect(escape.character == character)
      #expect(escape.end == start + length)
    }
  }

  @Test(
    "that are none are told apart",
    arguments: [
      ("\\", .unfinished), (#"\x"#, .unknown), (#"\U0041"#, .unknown), (#"\é"#, .unknown),
      (#"\u"#, .notHexadecimal), (#"\u004"#, .notHexadecimal), (#"\u00g1"#, .notHexadecimal),
      (#"\u+041"#, .notHexadecimal), (#"\ud834"#, .halfOfPair), (#"\ud834\"#, .halfOfPair),
      (#"\ud834\n"#, .halfOfPair), (#"\ud834\u"#, .notHexadecimal), (#"\udd1e"#, .halfOfPair),
      (#"\ud834\u0041"#, .halfOfPair), (#"\ud834\ud834"#, .halfOfPair),
    ] as [(String, JSONEscape.Mistake)])
  func refused(text: String, mistake: JSONEscape.Mistake) {
    #expect(throws: mistake) { try JSONEscape(in: Array(text.utf8), at: 0) }
  }
}
