package import PaywallCatalog
import PaywallTextCoding

extension OfferEvaluator {
  /// Why the limits of an offer refuse it, as far as they are known here: a refused grant, the
  /// customer's own limit, the day's. A place that the customer already holds on this product is
  /// not counted again in the day's budget.
  func limitRefusal(of offer: Offer, _ facts: SubscriberFacts) -> EligibilityReason? {
    guard let limit = offer.limit else { return nil }
    let refusal =
      limits.refusals[offer.key] ?? facts.customerRefusal(of: offer, on: product, at: now)
    if let refusal {
      return switch refusal {
      case .customerLimitReached: .customerLimitReached
      case .dayLimitReached: .dayLimitReached
      }
    }
    guard let most = limit.perDay, let count = limits.dayCounts[offer.key], count >= most,
      outstandingGrant(of: offer, facts) == nil
    else { return nil }
    return .dayLimitReached
  }

  /// The outstanding grant of an offer on this product, which a retried tap uses again.
  package func outstandingGrant(of offer: Offer, _ facts: SubscriberFacts) -> Grant? {
    facts.grants.first {
      $0.offer.hasSameUTF8(as: offer.key) && $0.product.hasSameUTF8(as: product)
        && $0.isOutstanding(at: now)
    }
  }
}
