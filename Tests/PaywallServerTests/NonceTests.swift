import Foundation
import PaywallServer
import Testing

@Suite struct NonceTests {
  /// RFC 9562, sections 4.1, 4.2 and 5.4.
  @Test("nonces are random UUIDs of version 4, and no two are the same")
  func version() {
    let nonces = (0..<1000).map { _ in UUID.fresh().uuidString }
    #expect(Set(nonces).count == 1000)
    for nonce in nonces {
      let text = Array(nonce)
      #expect(text[14] == "4" && "89AB".contains(text[19]))
    }
    // Every other place has had every digit: 1000 draws miss one of 16 with a chance of 10^-27.
    for place in [0, 4, 9, 15, 16, 20, 24, 35] {
      #expect(Set(nonces.map { Array($0)[place] }).count == 16)
    }
  }
}
