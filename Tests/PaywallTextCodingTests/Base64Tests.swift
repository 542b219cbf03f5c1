import Foundation
import PaywallTextCoding
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "has the vectors of RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(Base64.encode(Array(bytes.utf8), .standard) == text)
    #expect(Base64.decode(text, .standard) == Array(bytes.utf8))
    let bare = text.filter { $0 != "=" }
    #expect(Base64.encode(Array(bytes.utf8), .url) == bare)
    #expect(Base64.decode(bare, .url) == Array(bytes.utf8))
  }

  @Test("of every length is the text that Foundation writes, and comes back")
  func lengths() {
    for count in 0..<200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ 7) &* 167 &+ count &* 31) }
      let standard = Data(bytes).base64EncodedString()
      let url = standard.replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
      for (alphabet, text) in [(Base64.Alphabet.standard, standard), (.url, url)] {
        #expect(Base64.encode(bytes, alphabet) == text)
        #expect(Base64.encode(AnySequence(bytes), alphabet) == text)
        #expect(Base64.encodeUTF8(bytes, alphabet) == Array(text.utf8))
        #expect(Base64.decode(text, alphabet) == bytes)
        #expect(Base64.decode(text.utf8, alphabet) == bytes)
        #expect(Base64.decode(Array("..\(text)".utf8).dropFirst(2), alphabet) == bytes)
      }
    }
  }

  @Test("has one text for each byte")
  func oneSpelling() {
    let letters = Base64.encodeUTF8((0...255).map { UInt8($0) }, .url)
    let alphabet = Set(letters)
    #expect(alphabet.count == 64)
    var found: [[UInt8]] = []
    for first in alphabet {
      for second in alphabet {
        found += Base64.decode([first, second][...], .url).map { [$0] } ?? []
      }
    }
    #expect(found.count == 256 && Set(found).count == 256)
  }

  @Test(
    "with padding refuses every other spelling",
    arguments: [
      "A", "AA", "AAA", "AAAAA", "AA=", "A===", "====", "=", "AA==AA==", "AA A", "AB==", "AAB=",
      "-_AA", "Y Q=", "AAA\n", "AA=A", "é", "AAAA=", "AAAA==", "AAAA====", "AAA\u{FF}",
    ])
  func refusedWithPadding(text: String) { #expect(Base64.decode(text, .standard) == nil) }

  @Test(
    "without padding refuses every other spelling",
    arguments: [
      "A", "AB", "AAB", "AAAAA", "AA==", "A A", "AA+A", "AA/A", "é", "AA\n", "AAA\u{FF}",
      "AAAA==", "=", "YWJj=",
    ])
  func refusedWithoutPadding(text: String) { #expect(Base64.decode(text, .url) == nil) }
}
