package import PaywallCatalog

extension CompiledSnapshot {
  /// The offers for one product of the decided paywall that the app may try, in order, up to the
  /// first eligible one. Offers that the app cannot confirm either are left out.
  ///
  /// After the ledger refused a grant, call this again with the refusal in `limits`.
  package func offers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> ProductOffers {
    guard !product.offers.isEmpty || index.introductory[product.product] != nil else {
      return ProductOffers()
    }
    let evaluator = OfferEvaluator(index, product, visitor, limits, now)
    var sent: [OfferAnswer] = []
    for offer in evaluator.inOrder(product.offers) {
      let eligibility = evaluator.eligibility(of: offer)
      guard eligibility.isSent(offer.offer.kind) else { continue }
      sent.append(OfferAnswer(offer: offer.offer, eligibility: eligibility))
      if case .eligible = eligibility { break }
    }
    return ProductOffers(
      offers: sent, introductory: evaluator.introductoryAdvice(product.offers),
      validUntil: nextChange(on: product, after: now))
  }

  private func nextChange(on product: PaywallProduct, after now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    func note(_ offer: CompiledOffer?) {
      guard let change = offer?.offer.window.nextChange(after: now) else { return }
      next = next.map { min($0, change) } ?? change
    }
    for key in product.offers { note(index.offers[key]) }
    for offer in index.introductory[product.product] ?? [] { note(offer) }
    return next
  }
}

extension Eligibility {
  /// Whether an answer is sent to an app: eligible offers, and unknown ones that the device can
  /// settle. Apple tells it about introductory offers (`isEligibleForIntroOffer`) and win-back
  /// offers (`eligibleWinBackOfferIDs`). The device does not know our audiences, but Apple applies
  /// an introductory offer regardless of them.
  fileprivate func isSent(_ kind: OfferKind) -> Bool {
    switch (self, kind) {
    case (.eligible, _), (.unknown, .introductory): true
    case (.unknown(let reason), .winBack): reason != .audienceUnknown
    case (.unknown, .promotional), (.unknown, .offerCode): false
    case (.ineligible, _), (.noOffer, _): false
    }
  }
}
