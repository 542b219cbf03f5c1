package import Ledger
package import PaywallCatalog

extension RevenueReport {
  /// Reads every purchase of an environment once.
  ///
  /// - Parameters:
  ///   - asOf: what happened later does not count; `nil` for the present moment.
  ///   - now: when the report is made.
  package static func report(
    from ledger: any Ledger, _ snapshot: Snapshot, in environment: AppStoreEnvironment,
    asOf: Timestamp? = nil, now: Timestamp
  ) async throws(LedgerFailure) -> RevenueReport {
    let tally = try await ledger.purchases(
      in: environment, into: RevenueTally(snapshot, asOf: min(asOf ?? now, now)))
    return RevenueReport(tally, in: environment, at: now)
  }

  package init(_ tally: RevenueTally, in environment: AppStoreEnvironment, at now: Timestamp) {
    let terms = tally.terms
    self.init(
      environment: environment, asOf: terms.asOf, computedAt: now,
      release: terms.snapshot.release.description, base: terms.money.base,
      commission: terms.money.commissionWords, salesSince: tally.salesSince)
    let isEmpty = tally.months.map { $0 == Month(start: $0.start) }
    months = Array(tally.months[(isEmpty.firstIndex(of: false) ?? isEmpty.endIndex)...])
    trials = tally.trials.values.sorted { $0.start < $1.start }
    cohorts = zip(tally.cohorts, tally.cohorts.indices).filter { $0.0.customers > 0 }.map {
      $0.0.reaching(tally.cohorts.count - $0.1)
    }
    products = tally.sales { $0.product }
    storefronts = tally.sales { $0.storefront }
    offers = tally.sales { $0.offer }
    leftOut = tally.leftOut
    leftOut.withoutRate = tally.withoutRate
  }
}

extension RevenueReport.Cohort {
  /// The same with a point for each month to the last one, also if no one pays any more.
  fileprivate func reaching(_ count: Int) -> RevenueReport.Cohort {
    var cohort = self
    while cohort.months.count < count { cohort.months.append(Point()) }
    return cohort
  }
}
