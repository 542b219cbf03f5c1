package import Catalog
import Subscribers

extension CompiledSnapshot {
  /// What the answer for one product of the decided paywall carries: the offers that the app may
  /// try, in order, up to the first that is eligible. What nobody can confirm there is left out.
  package func offers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp
  ) -> ProductOffers {
    var sent: [OfferAnswer] = []
    for answer in allOffers(on: product, for: visitor, at: now) {
      switch answer.eligibility {
      case .ineligible, .noOffer: continue
      case .unknown where !answer.isSettledOnDevice: continue
      case .unknown, .eligible: sent.append(answer)
      }
      if case .eligible = answer.eligibility { break }
    }
    return ProductOffers(
      offers: sent, introductory: introductoryAdvice(on: product, for: visitor, at: now),
      validUntil: nextChange(on: product, after: now))
  }

  /// Every offer that a product of a paywall lists, with its answer, in order.
  package func allOffers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp
  ) -> [OfferAnswer] {
    product.offers.compactMap { index.offers[$0] }.map { offer in
      let asked = AskedOffer(
        snapshot: self, offer: offer.offer, product: product.product, visitor: visitor,
        audience: audience(of: offer, visitor), now: now)
      return OfferAnswer(offer: offer.offer, eligibility: asked.eligibility)
    }
  }

  /// Apple applies a product's introductory offer to whoever Apple finds eligible, also where the
  /// paywall leaves it out. So one that is not listed, that our audience refuses or that is outside
  /// our window is withheld.
  private func introductoryAdvice(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp
  ) -> IntroductoryAdvice? {
    guard let introductory = index.introductory[product.product], !introductory.isEmpty else {
      return nil
    }
    let isMeant = introductory.contains { offer in
      product.offers.contains { $0.isExactly(offer.offer.key) }
        && offer.offer.window.contains(now) && audience(of: offer, visitor) != .false
    }
    guard !isMeant else { return nil }
    if case .known = visitor.subscriber { return .withhold(needsEvidence: false) }
    return .withhold(needsEvidence: true)
  }

  private func nextChange(on product: PaywallProduct, after now: Timestamp) -> Timestamp? {
    let listed = product.offers.compactMap { index.offers[$0] }
    let all = listed + (index.introductory[product.product] ?? [])
    return all.compactMap { $0.offer.window.nextChange(after: now) }.min()
  }

  /// A guess of a marketer counts: nothing is enrolled, and nothing signed, by this.
  private func audience(of offer: CompiledOffer, _ visitor: Visitor) -> Truth {
    guard let audience = offer.audience else { return .true }
    var silent = Silent()
    return index.conditions.truth(
      at: audience.start, for: visitor, withoutLedger: false, tracer: &silent)
  }
}

extension OfferAnswer {
  /// Whether the device can find out what is unknown here: Apple tells it about introductory
  /// offers (`isEligibleForIntroOffer`) and win-back offers (`eligibleWinBackOfferIDs`). It knows
  /// nothing of our audiences, which an introductory offer does not wait for: Apple applies it.
  fileprivate var isSettledOnDevice: Bool {
    switch offer.kind {
    case .introductory: true
    case .winBack: eligibility.reason != .audienceUnknown
    case .promotional, .offerCode: false
    }
  }
}
