import AppStoreFixtures
import Foundation
import Testing

@testable import AppStore

/// Base64 in one form only, against Foundation's.
@Suite struct Base64Tests {
  @Test func `Every length and every byte comes back`() {
    for length in 0..<200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      let standard = Data(bytes).base64EncodedString()
      #expect(Base64.decodeStandard(Array(standard.utf8)[...]) == bytes)
      #expect(Base64.decodeURL(Array(Data(bytes).base64url.utf8)[...]) == bytes)
    }
  }

  @Test func `Only one text decodes to a byte`() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var count = 0
    for first in alphabet {
      for second in alphabet where Base64.decodeURL([first, second]) != nil { count += 1 }
    }
    #expect(count == 256)
  }

  @Test(arguments: [
    "A", "AAAAA", "AA=", "A===", "====", "AA==AA==", "AA A", "AB==", "AAB=", "-_AA",
  ])
  func `Anything else is no Base64`(_ text: String) {
    #expect(Base64.decodeStandard(Array(text.utf8)[...]) == nil)
  }
}
