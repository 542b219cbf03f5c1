import Testing

@testable import Subscribers

/// Texts by their bytes.
struct ExactTests {
  /// Pairs that are equal to Swift are among them: é in two spellings, the signs of Kelvin and Ohm.
  private static let texts = [
    "", "a", "b", "aa", "ab", "K", "\u{212A}", "KK", "\u{E9}", "e\u{301}", "e", "f", "\u{3A9}",
    "\u{2126}", "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1F642}", "450382071239001",
    "450382071239002", "4503820712390010", "2003913325375001",
  ]

  @Test("Equality and order are those of the UTF-8 bytes")
  func bytes() {
    for own in Self.texts {
      for other in Self.texts {
        #expect(own.isExactly(other) == (Array(own.utf8) == Array(other.utf8)))
        #expect(
          own.precedes(other) == Array(own.utf8).lexicographicallyPrecedes(Array(other.utf8)))
      }
    }
  }
}
