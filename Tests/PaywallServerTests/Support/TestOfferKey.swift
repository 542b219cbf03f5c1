import Crypto
import OfferSigning

/// A key as App Store Connect would hand it out, made for one test.
enum TestOfferKey {
  static func made(hasIssuer: Bool = true) throws -> SigningKey {
    try SigningKey(
      id: "TESTKEY001", issuerId: hasIssuer ? "57246542-96fe-1a63-e053-0824d011072a" : nil,
      pem: P256.Signing.PrivateKey().pemRepresentation)
  }
}
