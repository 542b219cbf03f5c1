import Foundation
import Testing

@testable import Bundles

@Suite struct Base64URLTests {
  @Test func `bytes of every length become the text that Foundation writes, and back`() {
    var numbers = FixedNumbers(state: 16)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      let text = Data(bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
      #expect(Base64URL.text(bytes) == text)
      #expect(Base64URL.bytes(of: text.utf8) == bytes)
    }
  }

  @Test(arguments: ["A", "AB", "AAB", "AAAAA", "AA==", "A A", "AA+A", "AA/A", "é", "AA\n"])
  func `another spelling is refused`(text: String) {
    #expect(Base64URL.bytes(of: text.utf8) == nil)
  }
}
