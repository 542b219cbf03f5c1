import OfferSigning
import PaywallCatalog

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Signatures are checked by the rules of Apple's documentation (OfferSigning.md), at the time of
// this world. One signature serves one attempt, even if the attempt fails.
extension World {
  /// Returns the time at which a signature is judged: that of the request, if the purchase waited
  /// for approval.
  private func date(_ options: PurchaseOptions) -> Date {
    Date(timeIntervalSince1970: Double((options.verifiedAt ?? now).milliseconds) / 1000)
  }

  mutating func checkSignature(
    _ proof: OfferProof, offer id: String, product: StoreProduct, by buyer: Int,
    _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    switch proof {
    case .legacy(let signature):
      let offer = PromotionalOffer(
        bundleId: catalog.bundleId, productId: product.id, offerId: id)
      let verdict = offerKeys.verify(
        signature, of: offer,
        for: options.appAccountToken.map { .appAccountToken($0) } ?? .anyone,
        candidates: candidates(of: buyer), at: date(options))
      try accept(verdict, nonce: signature.nonce, options)
    case .jws(let text):
      let expected = JWSExpectation(
        audience: .promotionalOffer, bundleId: catalog.bundleId, productId: product.id,
        offerId: id)
      let claims = try check(text, expected, options)
      if let named = claims?.transactionId { try checkOwner(named, is: buyer) }
    }
  }

  /// Returns the values that may have been signed by mistake.
  private func candidates(of buyer: Int) -> Candidates {
    Candidates(
      productIds: catalog.products.keys.sorted(), offerIds: catalog.offers.map(\.id),
      appAccountTokens: Array(
        Set(
          customers[buyer].subscriptions.flatMap { subscriptions[$0].transactions }
            .compactMap(\.appAccountToken))
      ).sorted())
  }

  /// Whether a signed request allows an introductory offer.
  mutating func checkEligibility(
    _ jws: String, product: StoreProduct, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> Bool {
    let expected = JWSExpectation(
      audience: .introductoryEligibility, bundleId: catalog.bundleId, productId: product.id)
    let claims = try check(jws, expected, options)
    if let named = claims?.transactionId { try checkOwner(named, is: buyer) }
    return claims?.allowIntroductoryOffer ?? false
  }

  private mutating func check(
    _ text: String, _ expected: JWSExpectation, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> OfferClaims? {
    let verdict = offerKeys.verify(jws: text, expecting: expected, at: date(options))
    let claims = OfferClaims(of: text)
    try accept(verdict, nonce: claims?.nonce, options)
    return claims
  }

  private mutating func accept(
    _ verdict: OfferVerdict, nonce: String?, _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    guard verdict.isValid else {
      throw .invalidOfferSignature(verdict.findings.filter { $0.severity == .error })
    }
    guard let nonce = nonce?.lowercased(), options.verifiedAt == nil else { return }
    guard usedNonces.insert(nonce).inserted else { throw .nonceUsed(nonce) }
  }

  /// Checks the owner of the id that a request names: any transaction of the customer, or their
  /// `appTransactionId`.
  private func checkOwner(_ id: String, is buyer: Int) throws(StoreRefusal) {
    if id == customers[buyer].appTransactionId { return }
    guard identifiers.owner(of: id) == buyer else { throw .transactionOfAnotherCustomer(id) }
  }
}
