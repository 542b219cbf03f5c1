package import Ledger
package import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension RevenueReport {
  /// Reads every purchase of an environment once.
  ///
  /// - Parameters:
  ///   - asOf: what happened later does not count; `nil` for now.
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
    products = tally.products.named
    storefronts = tally.storefronts.named
    offers = tally.offers.named
    leftOut = tally.leftOut
    leftOut.withoutRate = tally.withoutRate.sorted { $0.key < $1.key }.map(\.value)
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

extension [UTF8Key: RevenueReport.Sales] {
  /// With their names, those that brought most first.
  fileprivate var named: [RevenueReport.Sales] {
    map { name, sales in
      var sales = sales
      sales.name = name.text
      return sales
    }.sorted {
      $0.net == $1.net ? $0.name.precedes($1.name) : $0.net > $1.net
    }
  }
}
