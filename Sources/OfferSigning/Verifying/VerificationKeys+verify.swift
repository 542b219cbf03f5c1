#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension [VerificationKey] {
  /// Whether a legacy signature is right for what the app sends with it; if not, why.
  ///
  /// - Parameters:
  ///   - signature: key id, nonce, timestamp and signature as the app has them, whatever their form.
  ///   - candidates: values that may have been signed by mistake; they sharpen the diagnosis.
  ///   - limit: how many verifications the search for the mistake may take, about 70 µs each.
  package func verify(
    _ signature: LegacySignature, of offer: PromotionalOffer, for customer: OfferCustomer,
    candidates: Candidates = Candidates(), at now: Date, limit: Int = 12_000
  ) -> OfferVerdict {
    LegacyVerification(
      keys: self, signature: signature, offer: offer, customer: customer, candidates: candidates,
      now: UnixTime.clamped(now), budget: limit
    ).verdict()
  }

  /// Whether a compact JWS is a request that the App Store accepts; if not, why.
  ///
  /// - Parameter expected: what it should say; whatever is nil there may be anything.
  package func verify(
    jws: String, expecting expected: JWSExpectation = JWSExpectation(), at now: Date
  ) -> OfferVerdict {
    JWSVerification(keys: self, expected: expected, now: UnixTime.clamped(now)).verdict(of: jws)
  }
}

extension KeyRing {
  /// Whether a legacy signature is right for what the app sends with it; if not, why.
  package func verify(
    _ signature: LegacySignature, of offer: PromotionalOffer, for customer: OfferCustomer,
    candidates: Candidates = Candidates(), at now: Date
  ) -> OfferVerdict {
    verifying.verify(signature, of: offer, for: customer, candidates: candidates, at: now)
  }

  /// Whether a compact JWS is a request that the App Store accepts; if not, why.
  package func verify(
    jws: String, expecting expected: JWSExpectation = JWSExpectation(), at now: Date
  ) -> OfferVerdict {
    verifying.verify(jws: jws, expecting: expected, at: now)
  }
}
