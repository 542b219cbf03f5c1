package import Catalog

/// Why a limit refuses a grant.
package enum LimitRefusal: String, CaseIterable, Hashable, Sendable {
  /// The customer redeemed the offer as often as it may be, or holds a grant for it.
  case customerLimitReached
  /// Today's grants of the offer are used up; tomorrow (UTC) there are new ones.
  case dayLimitReached
}

extension SubscriberFacts {
  /// Why the customer's own limit refuses this offer; `nil` if it does not, or there is none.
  ///
  /// Counted are redemptions bought within `every` before now (ever, without it) plus outstanding
  /// grants. A grant that a retried tap takes up again, one for the same product, is not counted.
  package func customerRefusal(
    of offer: Offer, on product: String, at now: Timestamp
  ) -> LimitRefusal? {
    guard let limit = offer.limit, let most = limit.perCustomer else { return nil }
    let from = limit.every.map { now.subtracting($0) }
    let counts = { (moment: Timestamp) in from.map { moment > $0 } ?? true }
    let redeemed =
      offer.kind == .introductory
      ? grants.filter { $0.offer == offer.key }.compactMap { $0.redemption?.purchaseDate }
      : redemptions[offer.id] ?? []
    let held = grants.filter {
      $0.offer == offer.key && $0.product != product && $0.isOutstanding(at: now)
    }
    return redeemed.filter(counts).count + held.count >= most ? .customerLimitReached : nil
  }
}
