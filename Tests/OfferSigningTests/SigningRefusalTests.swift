import Foundation
import OfferSigning
import Testing

@Suite("What is not signed, and which field is named")
struct SigningRefusalTests {
  private static func offer(
    bundle: String = "com.example.paywall", product: String = "p", id: String = "o"
  ) -> PromotionalOffer {
    PromotionalOffer(bundleId: bundle, productId: product, offerId: id)
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  @Test(
    "a bad field of an offer is refused",
    arguments: [
      (offer(bundle: ""), OfferSigningError.emptyField(.bundleId)),
      (offer(product: ""), .emptyField(.productId)),
      (offer(id: ""), .emptyField(.offerId)),
      (offer(bundle: text(156)), .fieldTooLong(.bundleId, limit: 155, length: 156)),
      (offer(product: text(101)), .fieldTooLong(.productId, limit: 100, length: 101)),
      (offer(id: text(65)), .fieldTooLong(.offerId, limit: 64, length: 65)),
      (offer(bundle: "a\u{2063}b"), .separatorInField(.bundleId)),
      (offer(product: "a\u{2063}b"), .separatorInField(.productId)),
      (offer(id: "\u{2063}"), .separatorInField(.offerId)),
      (offer(id: "a\n"), .controlCharacterInField(.offerId)),
      (offer(id: "a\u{7F}"), .controlCharacterInField(.offerId)),
      (offer(id: "a\u{85}"), .controlCharacterInField(.offerId)),
    ])
  func badOffer(offer: PromotionalOffer, error: OfferSigningError) throws {
    let key = try Fixtures.key()
    #expect(throws: error) {
      try key.sign(offer, for: .anyone, nonce: try Fixtures.nonce(), at: Fixtures.moment)
    }
    #expect(throws: error) {
      try key.sign(
        .promotionalOffer(offer, transactionId: nil), nonce: try Fixtures.nonce(),
        at: Fixtures.moment)
    }
  }

  @Test("fields at their limits are signed")
  func atTheLimits() throws {
    let longest = Self.offer(
      bundle: Self.text(155), product: Self.text(100), id: Self.text(64))
    let customer = OfferCustomer.applicationUsername(Self.text(256))
    let signed = try Fixtures.key().sign(
      longest, for: customer, nonce: Fixtures.nonce(), at: Fixtures.moment)
    let verdict = try [Fixtures.key().verificationKey].verify(
      signed, of: longest, for: customer, at: Fixtures.now)
    #expect(verdict.isValid)
  }

  @Test(
    "a bad customer is refused",
    arguments: [
      (OfferCustomer.appAccountToken(""), OfferSigningError.emptyField(.appAccountToken)),
      (.appAccountToken("7e3fb20b"), .badAppAccountToken),
      (.appAccountToken("7e3fb20b-4cdb-47cc-936d-99d65f60813g"), .badAppAccountToken),
      (.appAccountToken("7e3fb20b4-cdb-47cc-936d-99d65f608138"), .badAppAccountToken),
      (.appAccountToken("{7e3fb20b-4cdb-47cc-936d-99d65f6081}"), .badAppAccountToken),
      (.applicationUsername(""), .emptyField(.applicationUsername)),
      (.applicationUsername("abC"), .usernameNotLowercase),
      (.applicationUsername("ÄB"), .usernameNotLowercase),
      (.applicationUsername("a\u{2063}"), .separatorInField(.applicationUsername)),
      (.applicationUsername("a\t"), .controlCharacterInField(.applicationUsername)),
      (
        .applicationUsername(text(257)),
        .fieldTooLong(.applicationUsername, limit: 256, length: 257)
      ),
    ])
  func badCustomer(customer: OfferCustomer, error: OfferSigningError) throws {
    let key = try Fixtures.key()
    #expect(throws: error) {
      try key.sign(Fixtures.offer, for: customer, nonce: try Fixtures.nonce(), at: Fixtures.moment)
    }
  }

  @Test(
    "times before 1970 and after 9999 are refused",
    arguments: [-1, 253_402_300_800, Double.infinity, .nan])
  func badTime(seconds: Double) throws {
    let key = try Fixtures.key()
    #expect(throws: OfferSigningError.timestampOutOfRange) {
      try key.sign(
        Fixtures.offer, for: .anyone, nonce: try Fixtures.nonce(),
        at: Date(timeIntervalSince1970: seconds))
    }
  }

  @Test("a JWS needs an issuer id, the legacy form does not")
  func withoutIssuer() throws {
    let key = try SigningKey(id: Fixtures.keyId, pem: TestOnlyKeys.pkcs8)
    _ = try key.sign(
      Fixtures.offer, for: .anyone, nonce: Fixtures.nonce(), at: Fixtures.moment)
    #expect(throws: OfferSigningError.issuerIdMissing) {
      try key.sign(
        .promotionalOffer(Fixtures.offer, transactionId: nil), nonce: try Fixtures.nonce(),
        at: Fixtures.moment)
    }
  }

  @Test("an Advanced Commerce request must be a JSON object of at most 64 KiB")
  func badRequest() throws {
    let key = try Fixtures.key()
    for text in ["[]", "{", "1", "{\"a\":}"] {
      #expect(throws: OfferSigningError.requestNotJSON) {
        try key.sign(
          .advancedCommerce(bundleId: "b", request: Array(text.utf8)),
          nonce: try Fixtures.nonce(), at: Fixtures.moment)
      }
    }
    #expect(throws: OfferSigningError.fieldTooLong(.request, limit: 65_536, length: 65_537)) {
      try key.sign(
        .advancedCommerce(bundleId: "b", request: Array(Self.text(65_537).utf8)),
        nonce: try Fixtures.nonce(), at: Fixtures.moment)
    }
  }

  @Test("every error has a code of its own, a message and help")
  func texts() {
    let errors: [(OfferSigningError, String, OfferField?)] = [
      (.emptyField(.offerId), "emptyField", .offerId),
      (.fieldTooLong(.request, limit: 1, length: 2), "fieldTooLong", .request),
      (.separatorInField(.productId), "separatorInField", .productId),
      (.controlCharacterInField(.bundleId), "controlCharacterInField", .bundleId),
      (.usernameNotLowercase, "usernameNotLowercase", .applicationUsername),
      (.badAppAccountToken, "badAppAccountToken", .appAccountToken),
      (.issuerIdMissing, "issuerIdMissing", .issuerId),
      (.timestampOutOfRange, "timestampOutOfRange", .timestamp),
      (.requestNotJSON, "requestNotJSON", .request),
      (.signingFailed(reason: "out of memory"), "signingFailed", nil),
    ]
    for (error, code, field) in errors {
      #expect(error.code == code)
      #expect(error.field == field)
      #expect(error.description == "\(error.message). \(error.help)")
      #expect(error.help.hasSuffix("."))
    }
  }
}
