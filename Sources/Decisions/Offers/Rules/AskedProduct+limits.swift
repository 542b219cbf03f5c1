import Catalog
import Subscribers
import TextCoding

extension AskedProduct {
  /// Why the limits of an offer refuse it, as far as they are known here: a grant that was refused,
  /// the customer's own limit, the day's. A place that the customer holds on this product already
  /// is no new one in the day's budget.
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
      heldPlace(of: offer, facts) == nil
    else { return nil }
    return .dayLimitReached
  }

  /// The outstanding grant of an offer on this product, which a retried tap takes up again.
  func heldPlace(of offer: Offer, _ facts: SubscriberFacts) -> Grant? {
    facts.grants.first {
      $0.offer.hasSameUTF8(as: offer.key) && $0.product.hasSameUTF8(as: product)
        && $0.isOutstanding(at: now)
    }
  }
}
