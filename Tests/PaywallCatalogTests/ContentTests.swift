import PaywallCatalog
import PaywallTextCoding
import Testing

struct ContentTests {
  private func json(_ content: Content) -> String {
    String(decoding: JSONText { $0.content(content) }.bytes, as: UTF8.self)
  }

  @Test("A localised place is looked up exactly, then by language, then in the default")
  func localised() {
    let headline = Content.localised([
      "en": .text("Hi"), "de": .text("Hallo"), "de-AT": .text("Servus"),
    ])
    let content = Content.object([
      .init("headline", headline), .init("list", .list([headline, .integer(1)])),
      .init("same", .boolean(true)),
    ])
    for (locale, word) in [
      ("de-AT", "Servus"), ("de-DE", "Hallo"), ("de", "Hallo"), ("fr", "Hi"), ("", "Hi"),
    ] {
      #expect(
        json(content.localised(for: locale, default: "en"))
          == #"{"headline":"\#(word)","list":["\#(word)",1],"same":true}"#)
    }
  }

  @Test("A localised place may hold anything, also localised places")
  func nested() {
    let inner = Content.localised(["en": .text("in"), "de": .text("innen")])
    let content = Content.localised(["en": .object([.init("a", inner)]), "de": .null])
    #expect(json(content.localised(for: "en-GB", default: "en")) == #"{"a":"in"}"#)
    #expect(json(content.localised(for: "de", default: "en")) == "null")
    #expect(Content.localised(["de": .null]).localised(for: "fr", default: "en") == .null)
  }

  @Test(
    "Content is written as JSON, without white space",
    arguments: [
      (.null, "null"), (.boolean(false), "false"), (.integer(.min), "-9223372036854775808"),
      (.number(1.5), "1.5"), (.number(3), "3"), (.number(-0.0), "0"), (.number(1e300), "1e+300"),
      (.number(.nan), "null"), (.number(.infinity), "null"), (.text(""), #""""#),
      (.list([]), "[]"), (.list([.null, .list([.integer(1)])]), "[null,[1]]"),
      (.object([]), "{}"),
      (.object([.init("b", .integer(1)), .init("a", .integer(2))]), #"{"b":1,"a":2}"#),
      (.localised(["en": .integer(1), "de": .integer(2)]), #"{"de":2,"en":1}"#),
    ] as [(Content, String)])
  func written(content: Content, text: String) {
    #expect(json(content) == text)
  }

  @Test(
    "A string is escaped as far as RFC 8259 demands",
    arguments: [
      ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1F}\u{8}\u{C}", #""\u0000\u001f\u0008\u000c""#), ("/", #""/""#),
      ("\u{7F}é🙂\u{2028}", "\"\u{7F}é🙂\u{2028}\""),
    ])
  func escaping(text: String, expected: String) {
    let written = JSONText { $0.string(text) }.bytes
    #expect(written == Array(expected.utf8))
  }

  @Test("Pieces of JSON are written in the order they are given")
  func pieces() {
    let text = JSONText {
      $0.raw("[")
      $0.integer(UInt8(7))
      $0.raw(",")
      $0.boolean(true)
      $0.raw(",".utf8)
      $0.list([1, 2]) { $0.integer($1) }
      $0.raw("]")
    }
    #expect(String(decoding: text.bytes, as: UTF8.self) == "[7,true,[1,2]]")
    #expect(JSONText().bytes == [])
  }
}
