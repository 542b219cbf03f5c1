import PaywallTextCoding
import Testing

@Suite("Texts by their UTF-8 bytes")
struct UTF8KeyTests {
  /// Pairs that are equal to Swift are among them: é in two spellings, the signs of Kelvin and Ohm.
  private static let texts = [
    "", "a", "b", "aa", "ab", "K", "\u{212A}", "KK", "\u{E9}", "e\u{301}", "e", "f", "\u{3A9}",
    "\u{2126}", "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1F642}", "450382071239001",
    "450382071239002", "4503820712390010", "2003913325375001",
    "a text that is longer than sixteen bytes, with an \u{E9}",
    "a text that is longer than sixteen bytes, with an e\u{301}",
  ]

  @Test("have the equality and the order of their bytes")
  func bytes() {
    for own in Self.texts {
      for other in Self.texts {
        let (mine, its) = (Array(own.utf8), Array(other.utf8))
        #expect(own.hasSameUTF8(as: other) == (mine == its))
        #expect(own[...].hasSameUTF8(as: other) == (mine == its))
        #expect(own.precedes(other) == mine.lexicographicallyPrecedes(its))
        #expect((UTF8Key(own) == UTF8Key(other)) == (mine == its))
        #expect((UTF8Key(own) < UTF8Key(other)) == mine.lexicographicallyPrecedes(its))
      }
    }
  }

  @Test("are as many keys as they have spellings")
  func keys() {
    #expect(Set(Self.texts.map(UTF8Key.init)).count == Self.texts.count)
    #expect(Set(Self.texts).count < Self.texts.count)
    #expect(UTF8Key("a").hashValue == UTF8Key(String(decoding: [0x61], as: UTF8.self)).hashValue)
  }

  @Test("may be missing, which only nothing is the same as")
  func missing() {
    let (none, some): (String?, String?) = (nil, "\u{E9}")
    #expect(none.hasSameUTF8(as: nil) && !none.hasSameUTF8(as: "") && !some.hasSameUTF8(as: nil))
    #expect(some.hasSameUTF8(as: "\u{E9}") && !some.hasSameUTF8(as: "e\u{301}"))
  }
}
