import Crypto
import Foundation
import PaywallTextCoding
import Testing

@testable import OfferSigning

@Suite("Legacy signatures against the vectors of Apple's library")
struct LegacyVectorTests {
  let vectors: LegacyVectors

  init() throws { vectors = try Vectors.legacy.get() }

  /// The customer of a case; a username enters in lower case, as ours refuses any other.
  private func customer(_ text: String) -> OfferCustomer {
    if text.isEmpty { return .anyone }
    return UUID(uuidString: text) == nil
      ? .applicationUsername(text.lowercased()) : .appAccountToken(text)
  }

  private func offer(_ input: LegacyVectors.Input) -> PromotionalOffer {
    PromotionalOffer(
      bundleId: input.bundleId, productId: input.productId, offerId: input.offerId)
  }

  @Test("there are eight cases and eleven negatives")
  func counts() {
    #expect(vectors.cases.count == 8)
    #expect(vectors.negatives.count == 11)
  }

  @Test("the payload has the same bytes")
  func payload() {
    for vector in vectors.cases {
      let input = vector.input
      let fields = [
        input.bundleId, input.keyId, input.productId, input.offerId,
        customer(input.appAccountToken).text, input.nonce.lowercased(), String(input.timestamp),
      ]
      #expect(fields == vector.payloadFields, "\(vector.id)")
      #expect(LegacyPayload.bytes(of: fields).hexadecimal == vector.payloadUtf8Hex)
    }
  }

  @Test("what we sign verifies with swift-crypto over the bytes of the vector")
  func ours() throws {
    for vector in vectors.cases {
      let input = vector.input
      let key = try SigningKey(id: input.keyId, pem: TestOnlyKeys.pkcs8)
      let nonce = try #require(UUID(uuidString: input.nonce))
      let signed = try key.sign(
        offer(input), for: customer(input.appAccountToken), nonce: nonce,
        at: Date(timeIntervalSince1970: Double(input.timestamp) / 1_000))
      #expect(signed.keyId == input.keyId)
      #expect(signed.nonce == input.nonce.lowercased())
      #expect(signed.timestamp == input.timestamp)

      let publicKey = try P256.Signing.PublicKey(pemRepresentation: vectors.publicKey.spkiPem)
      let der = try #require(Data(base64Encoded: signed.signature))
      let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
      let payload = Data(try #require([UInt8](hexadecimal: vector.payloadUtf8Hex)))
      #expect(publicKey.isValidSignature(signature, for: payload), "\(vector.id)")
    }
  }

  @Test("their signatures verify, with nothing but the public key")
  func theirs() throws {
    for vector in vectors.cases {
      let input = vector.input
      let key = try VerificationKey(id: input.keyId, pem: vectors.publicKey.spkiPem)
      let signature = LegacySignature(
        keyId: input.keyId, nonce: input.nonce, timestamp: input.timestamp,
        signature: vector.signatureBase64)
      let verdict = [key].verify(
        signature, of: offer(input), for: customer(input.appAccountToken),
        at: Date(timeIntervalSince1970: Double(input.timestamp) / 1_000 + 60))
      #expect(verdict.isValid, "\(vector.id): \(verdict.findings)")
      #expect(verdict.findings.isEmpty)
      #expect(verdict.signedBy == input.keyId)
    }
  }

  @Test("a username with upper-case letters is refused, though Apple's library lower-cases it")
  func mixedCaseUsername() throws {
    let vector = try #require(vectors.cases.first { $0.id == "mixed-case-username-hash" })
    let key = try Fixtures.key()
    #expect(throws: OfferSigningError.usernameNotLowercase) {
      try key.sign(
        offer(vector.input), for: .applicationUsername(vector.input.appAccountToken),
        nonce: try Fixtures.nonce(), at: Fixtures.moment)
    }
  }

  @Test(
    "each negative gets its own diagnosis",
    arguments: [
      ("separator-u2064", Diagnosis.Code.wrongSeparator, "separator"),
      ("separator-missing", .wrongSeparator, "separator"),
      ("timestamp-seconds", .timestampInSeconds, "timestamp"),
      ("nonce-uppercase", .letterCase, "nonce"),
      ("token-uppercase", .letterCase, "appAccountToken"),
      ("order-swapped", .fieldsSwapped, "productId"),
      ("trailing-separator", .trailingText, "separator"),
      ("sha384", .wrongDigest, "signature"),
      ("utf16", .wrongEncoding, "payload"),
      ("raw-r-s", .rawSignature, "signature"),
      ("hmac-sha256", .hmac, "signature"),
    ])
  func negative(id: String, code: Diagnosis.Code, field: String) throws {
    let negative = try #require(vectors.negatives.first { $0.id == id })
    let vector = try #require(vectors.cases.first { $0.id == negative.forCase })
    let key = try VerificationKey(id: vector.input.keyId, pem: vectors.publicKey.spkiPem)
    let signature = LegacySignature(
      keyId: vector.input.keyId, nonce: vector.input.nonce, timestamp: vector.input.timestamp,
      signature: negative.signatureBase64)
    let verdict = [key].verify(
      signature, of: offer(vector.input), for: customer(vector.input.appAccountToken),
      at: Fixtures.now)
    #expect(!verdict.isValid)
    #expect(verdict.findings.map(\.code) == [code])
    #expect(verdict.findings.map(\.field) == [field])
  }
}
