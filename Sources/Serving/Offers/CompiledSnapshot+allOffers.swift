package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

extension CompiledSnapshot {
  /// All offers of a product, with their answers, in the order in which they are tried.
  package func allOffers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> [OfferAnswer] {
    let evaluator = OfferEvaluator(index, product, visitor, limits, now)
    return evaluator.inOrder(product.offers).map {
      OfferAnswer(offer: $0.offer, eligibility: evaluator.eligibility(of: $0))
    }
  }

  /// Like `allOffers`, with the facts on which each answer depends.
  package func explainOffers(
    on product: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    limits: LedgerLimits = .none
  ) -> [ExplainedOffer] {
    let evaluator = OfferEvaluator(index, product, visitor, limits, now)
    return evaluator.inOrder(product.offers).map { offer in
      let eligibility = evaluator.eligibility(of: offer)
      return ExplainedOffer(
        answer: OfferAnswer(offer: offer.offer, eligibility: eligibility),
        product: product.product, basis: evaluator.basis(of: offer, eligibility))
    }
  }

  /// Every product with all of its offers, whatever paywalls list, on each billing plan that has any:
  /// sorted by id, its offers by key.
  package var everyOffer: [PaywallProduct] {
    BillingPlan.allCases.flatMap { plan in
      var keys: [String: [String]] = [:]
      for offer in index.offers.values.map(\.offer) where offer.billingPlan == plan {
        for product in offer.products { keys[product, default: []].append(offer.key) }
      }
      return keys.map { product, keys in
        PaywallProduct(
          product: product, billingPlan: plan, offers: keys.sorted { UTF8Key($0) < UTF8Key($1) })
      }
    }.sorted(byUTF8: \.sale)
  }
}
