import Crypto
import Ledger
import OfferSigning
import Testing

@testable import PaywallServer

/// The facts of their offer keys that servers of one ledger share.
@Suite("Offer keys of several servers")
struct SharedSecretsTests {
  private let state = StateDirectory("/nowhere/state")

  private func content(_ keys: SigningKey...) throws -> [UInt8]? {
    let secrets = SharedSecrets(
      state: state, visitorKey: SymmetricKey(size: .bits256), userProofs: UserProofs(),
      signer: keys.isEmpty ? nil : OfferSigner(keys: try KeyRing(keys)))
    return secrets.now.first { $0.name == "offer-key" }?.content
  }

  private func key(_ id: String) throws -> SigningKey {
    try SigningKey(
      id: id, issuerId: "57246542-96fe-1a63-e053-0824d011072a",
      pem: P256.Signing.PrivateKey().pemRepresentation)
  }

  @Test("another key under the same id is another one: Apple would refuse what it signs")
  func sameId() throws {
    let (one, two) = (try key("TESTKEY001"), try key("TESTKEY001"))
    #expect(try content(one) == content(one))
    #expect(try content(one) != content(two))
  }

  @Test("the order of keys is no difference, one more is")
  func order() throws {
    let (new, old) = (try key("TESTKEY002"), try key("TESTKEY001"))
    #expect(try content(new, old) == content(old, new))
    #expect(try content(new, old) != content(new))
  }

  @Test("throw-away keys are all the same, and no real one")
  func throwAway() throws {
    let (one, two) = (try SigningKey.throwAway(), try SigningKey.throwAway())
    #expect(try content(one) == content(two))
    #expect(try content(one) != content(key("TESTKEY001")))
  }

  @Test("a server that signs nothing is not compared")
  func nothing() throws {
    #expect(try content() == nil)
  }
}
