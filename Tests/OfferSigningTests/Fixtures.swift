import Crypto
import Foundation
import OfferSigning

/// The app, keys and moment that most tests share, and a signer that is not ours.
enum Fixtures {
  static let keyId = "2X9R4HXF34"
  static let issuerId = "57246542-96fe-1a63-e053-0824d011072a"
  static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
  static let nonceText = "86469d8e-b083-4cbe-9f15-388835f34920"
  static let milliseconds: Int64 = 1_795_248_000_000
  static let moment = Date(timeIntervalSince1970: 1_795_248_000)
  /// A minute after `moment`.
  static let now = Date(timeIntervalSince1970: 1_795_248_060)
  static let offer = PromotionalOffer(
    bundleId: "com.example.paywall", productId: "com.example.paywall.premium.monthly",
    offerId: "promo.monthly.50off")
  /// The seven fields of the case `plain` of the vectors.
  static let fields = [
    offer.bundleId, keyId, offer.productId, offer.offerId, token, nonceText, "1795248000000",
  ]

  static func nonce() throws -> UUID {
    guard let nonce = UUID(uuidString: nonceText) else { throw CocoaError(.coderInvalidValue) }
    return nonce
  }

  static func key() throws -> SigningKey {
    try SigningKey(id: keyId, issuerId: issuerId, pem: TestOnlyKeys.pkcs8)
  }

  static func otherKey() throws -> SigningKey {
    try SigningKey(id: "OTHERKEY02", issuerId: issuerId, pem: TestOnlyKeys.otherPKCS8)
  }

  /// Signs any bytes with swift-crypto and the key of the vectors.
  static func sign(
    _ message: [UInt8], pem: String = TestOnlyKeys.pkcs8
  ) throws -> P256.Signing.ECDSASignature {
    try P256.Signing.PrivateKey(pemRepresentation: pem).signature(for: Data(message))
  }

  /// A legacy signature over these fields, joined and signed as the arguments say.
  static func legacy(
    _ fields: [String] = fields, by separator: String = "\u{2063}", tail: String = "",
    pem: String = TestOnlyKeys.pkcs8, keyId: String = keyId
  ) throws -> LegacySignature {
    let payload = Array((fields.joined(separator: separator) + tail).utf8)
    let der = try sign(payload, pem: pem).derRepresentation
    return LegacySignature(
      keyId: keyId, nonce: nonceText, timestamp: milliseconds,
      signature: der.base64EncodedString())
  }

  /// A compact JWS over these JSON texts, whatever they say.
  static func jws(
    header: String = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#, claims: String,
    pem: String = TestOnlyKeys.pkcs8
  ) throws -> String {
    let text = "\(base64url(Data(header.utf8))).\(base64url(Data(claims.utf8)))"
    return "\(text).\(base64url(try sign(Array(text.utf8), pem: pem).rawRepresentation))"
  }

  static func base64url(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// The bytes of base64url text; nil if the text is not base64url.
  static func data(base64url text: some StringProtocol) -> Data? {
    var text = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while !text.count.isMultiple(of: 4) { text += "=" }
    return Data(base64Encoded: text)
  }
}
