import PaywallTextCoding

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SigningKey {
  /// Signs a promotional offer in the legacy form, for one purchase attempt of one customer.
  ///
  /// - Parameters:
  ///   - nonce: a fresh UUID; Apple accepts each only once, even if the purchase is cancelled.
  ///   - now: the signing time; the signature is valid for 24 hours from then.
  package func sign(
    _ offer: PromotionalOffer, for customer: OfferCustomer, nonce: UUID, at now: Date
  ) throws(OfferSigningError) -> LegacySignature {
    try offer.check()
    try customer.check()
    let nonce = nonce.uuidString.lowercased()
    let timestamp = try UnixTime.milliseconds(now)
    let payload = LegacyPayload.bytes(of: [
      offer.bundleId, id, offer.productId, offer.offerId, customer.text, nonce, String(timestamp),
    ])
    let signature = try signature(over: payload)
    return LegacySignature(
      keyId: id, nonce: nonce, timestamp: timestamp,
      signature: Base64.encode(signature, .standard))
  }

  /// The DER signature over `message`.
  func signature(over message: [UInt8]) throws(OfferSigningError) -> [UInt8] {
    do throws(LibcryptoError) {
      return try key.sign(message)
    } catch {
      throw .signingFailed(reason: error.reason)
    }
  }
}
