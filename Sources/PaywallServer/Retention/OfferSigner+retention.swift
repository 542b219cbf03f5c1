import Foundation
import HTTPDocuments
import OfferSigning
import PaywallAPI
import PaywallCatalog

extension OfferSigner {
  /// Signs a promotional offer as Apple reads it in an answer (AppleFacts.md § 2): the JWS form, or
  /// the legacy one with a key without an issuer.
  func retentionSignature(
    for purchase: Purchase, bundleId: String, at now: Timestamp
  ) throws(Problem) -> RetentionSignature {
    let content = try signature(
      of: PromotionalOffer(
        bundleId: bundleId, productId: purchase.product, offerId: purchase.offer.id),
      form: purchase.form, for: purchase.account, transactionId: purchase.transactionId,
      nonce: purchase.nonce, to: .appStore, at: now)
    guard purchase.form == .legacy else {
      return RetentionSignature(name: "promotionalOfferSignatureV2", content: content["jws"])
    }
    let account: String? =
      if case .appAccountToken(let token) = purchase.account { token.lowercased() } else { nil }
    return RetentionSignature(
      name: "promotionalOfferSignatureV1",
      content: .members(
        ("encodedSignature", content["signature"]), ("productId", purchase.product),
        ("nonce", content["nonce"]), ("timestamp", content["timestamp"]),
        ("keyId", content["keyId"]), ("offerIdentifier", purchase.offer.id),
        ("appAccountToken", account)))
  }
}
