import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// Characters that control a terminal or the direction of a line (Unicode's property Bidi_Control).
@Suite struct PrintedTextTests {
  @Test func `Words show them, and keep line ends and tabs`() {
    #expect(PrintedText.words("a\u{1B}[31mb\u{7F}\u{85}", false) == #"a\u{1B}[31mb\u{7F}\u{85}"#)
    #expect(PrintedText.words("a\rb\u{0}", true) == #"a\u{D}b\u{0}"#)
    #expect(PrintedText.words("\u{61C}\u{200E}\u{200F}", false) == #"\u{61C}\u{200E}\u{200F}"#)
    for value in [0x202A...0x202E, 0x2066...0x2069].joined() {
      let scalar = Unicode.Scalar(UInt32(value)) ?? " "
      let digits = String(value, radix: 16, uppercase: true)
      #expect(PrintedText.words("a\(scalar)b", false) == "a\\u{\(digits)}b")
    }
    let harmless = "Größe\t✓ 日本 👩‍👩‍👧\nnext"
    #expect(PrintedText.words(harmless, false) == harmless)
  }

  @Test func `Colours of this program are printed, and none without colour`() {
    let text = PrintedText.tint("31") + "a\u{1B}[2J" + PrintedText.tint("0")
    #expect(PrintedText.words(text, true) == "\u{1B}[31ma\\u{1B}[2J\u{1B}[0m")
    #expect(PrintedText.words(text, false) == #"a\u{1B}[2J"#)
    // Other texts can write no more than a colour either.
    #expect(!PrintedText.words(PrintedText.tint("2J"), true).contains("\u{1B}"))
  }

  @Test func `JSON has the escapes of JSON`() {
    #expect(
      PrintedText.json("{\"a\":\"\u{202E}\u{9B}\u{7F}é\"}") == #"{"a":"\u202E\u009B\u007Fé"}"#)
    #expect(PrintedText.json("[\n  1\n]") == "[\n  1\n]")
  }
}
