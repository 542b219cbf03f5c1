import PaywallTextCoding

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
  /// grants. A grant for the same product, which a retried tap uses again, is not counted.
  package func customerRefusal(
    of offer: Offer, on product: String, at now: Timestamp
  ) -> LimitRefusal? {
    guard let most = offer.limit?.perCustomer else { return nil }
    let held = grants.count {
      $0.offer.hasSameUTF8(as: offer.key) && !$0.product.hasSameUTF8(as: product)
        && $0.isOutstanding(at: now)
    }
    let redeemed = countedRedemptions(of: offer, at: now).count
    return redeemed + held >= most ? .customerLimitReached : nil
  }

  /// When the redemptions that the customer's limit counts at a moment were bought, the earliest
  /// first. An introductory offer has no identifier in transactions: for one that may be given
  /// again, grants and the marks of an erased history are counted.
  package func countedRedemptions(of offer: Offer, at now: Timestamp) -> [Timestamp] {
    var moments = redemptions[offer.id] ?? []
    if offer.kind == .introductory {
      for case (let grant, let redemption?) in grants.map({ ($0, $0.redemption) })
      where grant.offer.hasSameUTF8(as: offer.key) && !moments.contains(redemption.purchaseDate) {
        moments.append(redemption.purchaseDate)
      }
    }
    let start = offer.limit?.every.map { now.subtracting($0) }
    return moments.filter { moment in start.map { moment > $0 } ?? true }.sortedByIndex(<)
  }
}
