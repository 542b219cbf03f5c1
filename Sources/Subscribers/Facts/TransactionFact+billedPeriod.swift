package import PaywallCatalog

extension TransactionFact {
  /// How long the price pays for, as the App Store sells it: a month of a commitment, the whole of an offer
  /// that is paid at once, or else the product's period. An extension changes nothing. A product that
  /// the configuration lacks has the usual period that is nearest to its dates; `nil` without any.
  package func billedPeriod(in snapshot: Snapshot) -> Period? {
    if billingPlan?.known == .monthly { return Period(months: 1) }
    if offerDiscount?.known == .payUpFront || offerDiscount?.known == .freeTrial,
      let length = offerPeriod.flatMap({ Period(iso8601: $0) })
    {
      return length
    }
    if let period = snapshot.products[productId]?.period { return period }
    guard let boughtAt, let days = expiresDate?.days(since: boughtAt) else { return nil }
    return Self.usualPeriods.min { abs($0.days - days) < abs($1.days - days) }?.period
  }

  private static let usualPeriods: [(period: Period, days: Int)] =
    [(Period(days: 7), 7)]
    + [(1, 30), (2, 61), (3, 91), (6, 182), (12, 365)].map {
      (Period(months: $0.0), $0.1)
    }
}
