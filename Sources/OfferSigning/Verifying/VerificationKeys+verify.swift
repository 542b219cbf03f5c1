#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension [VerificationKey] {
  /// Checks a legacy signature against the values that the app sends with it.
  ///
  /// - Parameters:
  ///   - signature: key id, nonce, timestamp and signature as the app has them, in any form.
  ///   - candidates: values that may have been signed by mistake; they sharpen the diagnosis.
  ///   - limit: the most verifications of the search for the mistake, about 70 µs each.
  package func verify(
    _ signature: LegacySignature, of offer: PromotionalOffer, for customer: OfferCustomer,
    candidates: Candidates = Candidates(), at now: Date, limit: Int = 12_000
  ) -> OfferVerdict {
    LegacyVerification(
      keys: self, signature: signature, offer: offer, customer: customer, candidates: candidates,
      now: UnixTime.clamped(now), budget: limit
    ).verdict()
  }

  /// Checks whether the App Store accepts a compact JWS as a request.
  ///
  /// - Parameter expected: the expected content; nil for any value.
  package func verify(
    jws: String, expecting expected: JWSExpectation = JWSExpectation(), at now: Date
  ) -> OfferVerdict {
    JWSVerification(keys: self, expected: expected, now: UnixTime.clamped(now)).verdict(of: jws)
  }
}
