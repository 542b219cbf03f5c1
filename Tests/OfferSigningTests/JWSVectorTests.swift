import Crypto
import Foundation
import OfferSigning
import Testing

@Suite("JWS requests against the vectors of Apple's library")
struct JWSVectorTests {
  let vectors: JWSVectors

  init() throws { vectors = try Vectors.jws.get() }

  private func request(_ vector: JWSVectors.Case) throws -> JWSRequest {
    let input = vector.input
    switch vector.kind {
    case "promotional-offer":
      let offer = PromotionalOffer(
        bundleId: vectors.bundleId, productId: try #require(input.productId),
        offerId: try #require(input.offerIdentifier))
      return .promotionalOffer(offer, transactionId: input.transactionId)
    case "introductory-offer-eligibility":
      return .introductoryEligibility(
        bundleId: vectors.bundleId, productId: try #require(input.productId),
        isAllowed: try #require(input.allowIntroductoryOffer as Bool?),
        transactionId: try #require(input.transactionId))
    default:
      let request = try #require(vector.expectedClaims["request"]?.text)
      return .advancedCommerce(
        bundleId: vectors.bundleId, request: Array(try #require(Data(base64Encoded: request))))
    }
  }

  @Test("there are eight cases")
  func count() { #expect(vectors.cases.count == 8) }

  @Test("header and claims are equal, and the signature verifies with swift-crypto")
  func ours() throws {
    let key = try SigningKey(
      id: vectors.keyId, issuerId: vectors.issuerId, pem: TestOnlyKeys.pkcs8)
    let publicKey = try P256.Signing.PublicKey(pemRepresentation: vectors.publicKey.spkiPem)
    for vector in vectors.cases {
      let nonce = try #require(vector.expectedClaims["nonce"]?.text.flatMap(UUID.init(uuidString:)))
      guard case .number(let issued)? = vector.expectedClaims["iat"] else {
        Issue.record("no iat in \(vector.id)")
        continue
      }
      let jws = try key.sign(
        request(vector), nonce: nonce, at: Date(timeIntervalSince1970: Double(issued) + 0.999))

      let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
      #expect(parts.count == 3)
      #expect(!jws.contains("="))
      let data = try parts.map { try #require(Fixtures.data(base64url: $0)) }
      let decoder = JSONDecoder()
      #expect(try decoder.decode([String: JSON].self, from: data[0]) == vector.expectedHeader)
      #expect(try decoder.decode([String: JSON].self, from: data[1]) == vector.expectedClaims)
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: data[2])
      #expect(publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    }
  }

  @Test("their tokens verify without a finding, with nothing but the public key")
  func theirs() throws {
    let key = try VerificationKey(id: vectors.keyId, pem: vectors.publicKey.spkiPem)
    for vector in vectors.cases {
      let input = vector.input
      let expected = JWSExpectation(
        audience: JWSAudience(rawValue: vector.kind), bundleId: vectors.bundleId,
        productId: input.productId, offerId: input.offerIdentifier,
        transactionId: input.transactionId, isIntroductoryAllowed: input.allowIntroductoryOffer,
        issuerId: vectors.issuerId, nonce: vector.expectedClaims["nonce"]?.text)
      let verdict = [key].verify(jws: vector.compactJws, expecting: expected, at: Fixtures.now)
      #expect(verdict.findings.isEmpty, "\(vector.id)")
      #expect(verdict.isValid)
      #expect(verdict.signedBy == vectors.keyId)
    }
  }

  @Test(
    "what Apple's library refuses is refused, and the field is named",
    arguments: [
      (JWSRequest.promotionalOffer(offer(product: ""), transactionId: nil), OfferField.productId),
      (.promotionalOffer(offer(id: ""), transactionId: nil), .offerId),
      (.promotionalOffer(offer(), transactionId: ""), .transactionId),
      (introductory(product: "", transaction: "1"), .productId),
      (introductory(product: "p", transaction: ""), .transactionId),
      (.advancedCommerce(bundleId: "com.example.paywall", request: []), .request),
      (.advancedCommerce(bundleId: "", request: Array("{}".utf8)), .bundleId),
    ])
  func refused(request: JWSRequest, field: OfferField) throws {
    let key = try Fixtures.key()
    #expect(throws: OfferSigningError.emptyField(field)) {
      try key.sign(request, nonce: try Fixtures.nonce(), at: Fixtures.moment)
    }
  }

  static func offer(product: String = "p", id: String = "o") -> PromotionalOffer {
    PromotionalOffer(bundleId: "com.example.paywall", productId: product, offerId: id)
  }

  static func introductory(product: String, transaction: String) -> JWSRequest {
    .introductoryEligibility(
      bundleId: "com.example.paywall", productId: product, isAllowed: true,
      transactionId: transaction)
  }
}
