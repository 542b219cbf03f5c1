import Catalog
import Foundation
import Testing

@Suite struct Base64URLTests {
  @Test func `bytes of every length become the text that Foundation writes, and back`() {
    for count in 0..<200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ 7) &* 167 &+ count &* 31) }
      let text = Data(bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
      #expect(Base64URL.text(bytes) == text)
      #expect(Base64URL.encoded(bytes) == Array(text.utf8))
      #expect(Base64URL.bytes(of: text.utf8) == bytes)
      #expect(Base64URL.bytes(of: Array("..\(text)".utf8).dropFirst(2)) == bytes)
    }
  }

  @Test(arguments: [
    "A", "AB", "AAB", "AAAAA", "AA==", "A A", "AA+A", "AA/A", "é", "AA\n", "AAA\u{FF}", "AAAA==",
  ])
  func `another spelling is refused`(text: String) {
    #expect(Base64URL.bytes(of: text.utf8) == nil)
  }
}
