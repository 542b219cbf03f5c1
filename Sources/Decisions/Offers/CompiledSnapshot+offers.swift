package import Catalog
import Subscribers
import TextCoding

extension CompiledSnapshot {
  /// What the answer for one product of the decided paywall carries: the offers that the app may
  /// try, in order, up to the first that is eligible. What nobody can confirm there is left out.
  ///
  /// After the ledger refused a grant, ask again with the refusal in `limits`: the list is then what
  /// it would have been, had the limit been known.
  package func offers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> ProductOffers {
    guard !product.offers.isEmpty || index.introductory[product.product] != nil else {
      return ProductOffers()
    }
    let asked = AskedProduct(index, product.product, visitor, limits, now)
    var sent: [OfferAnswer] = []
    for offer in asked.inOrder(product.offers) {
      let eligibility = asked.eligibility(of: offer)
      guard eligibility.isSent(offer.offer.kind) else { continue }
      sent.append(OfferAnswer(offer: offer.offer, eligibility: eligibility))
      if case .eligible = eligibility { break }
    }
    return ProductOffers(
      offers: sent, introductory: asked.introductoryAdvice(product.offers),
      validUntil: nextChange(on: product, after: now))
  }

  /// Every offer that a product lists, with its answer, in the order in which they are tried.
  package func allOffers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> [OfferAnswer] {
    let asked = AskedProduct(index, product.product, visitor, limits, now)
    return asked.inOrder(product.offers).map {
      OfferAnswer(offer: $0.offer, eligibility: asked.eligibility(of: $0))
    }
  }

  /// As `allOffers`, with the facts that each answer rests on.
  package func explainOffers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> [ExplainedOffer] {
    let asked = AskedProduct(index, product.product, visitor, limits, now)
    return asked.inOrder(product.offers).map { offer in
      let eligibility = asked.eligibility(of: offer)
      return ExplainedOffer(
        answer: OfferAnswer(offer: offer.offer, eligibility: eligibility),
        product: product.product, basis: asked.basis(of: offer, eligibility))
    }
  }

  /// Every product that has offers, with all of them, whatever a paywall lists: by id, and per
  /// product in the order of their keys.
  package var everyOffer: [PaywallProduct] {
    var keys: [String: [String]] = [:]
    for offer in index.offers.values.map(\.offer) {
      for product in offer.products { keys[product, default: []].append(offer.key) }
    }
    return keys.map { product, keys in
      PaywallProduct(product: product, offers: keys.sorted { UTF8Key($0) < UTF8Key($1) })
    }.sorted { UTF8Key($0.product) < UTF8Key($1.product) }
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
  /// Whether it is sent to an app: what is eligible, and what is unknown here and settled by the
  /// device. Apple tells it about introductory offers (`isEligibleForIntroOffer`) and win-back
  /// offers (`eligibleWinBackOfferIDs`). It knows nothing of our audiences, which an introductory
  /// offer does not wait for: Apple applies it.
  fileprivate func isSent(_ kind: OfferKind) -> Bool {
    switch (self, kind) {
    case (.eligible, _), (.unknown, .introductory): true
    case (.unknown(let reason), .winBack): reason != .audienceUnknown
    case (.unknown, .promotional), (.unknown, .offerCode): false
    case (.ineligible, _), (.noOffer, _): false
    }
  }
}
