import ExperimentResults
import PaywallCatalog

extension Recomputation {
  /// What erased persons add to a metric, as `left_over`.
  func gone(_ metric: MetricTerms) -> String {
    let sums: [String]
    switch metric.goal.name {
    case .startRate: sums = columns(of: "started", per: nil)
    case .paidRate: sums = columns(of: "paid", per: nil)
    case .trialToPaid: sums = columns(of: "converted", per: "trials")
    case .refundShare: sums = columns(of: "refunds", per: "purchases")
    case .proceedsPerVisitor: sums = moneyColumns
    case .cancelWithin24h, .billingFailure, .secondRenewal:
      return """
        left_over AS (SELECT variant, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM gone WHERE false)
        """
    }
    let isMature = "happened + \(metric.maturity.window) <= as_of"
    return """
      left_over AS (
        SELECT variant, persons, 0, \(sums.joined(separator: ",\n          ")), persons
        FROM gone, terms WHERE \(isMature)
        UNION ALL SELECT variant, 0, persons, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM gone, terms
        WHERE NOT (\(isMature)))
      """
  }

  /// Total, squares, denominator, products and the raw total, then the covariate with its products.
  private func columns(of one: String, per other: String?) -> [String] {
    func sum(_ metric: String, _ times: String = "") -> String {
      "left_by(number, '\(metric)', '\(times)')"
    }
    func withCovariate(_ metric: String) -> String {
      "(SELECT round(coalesce(sum(left_by(number, '\(metric)', 'spendBefore ' || currency)::DOUBLE"
        + " * (\(factor("rates", .none)))), 0))::HUGEINT FROM rates)"
    }
    return [
      sum(one), sum(one, one), other.map { sum($0) } ?? "0", other.map { sum(one, $0) } ?? "0",
      sum(one), total("spendBefore", .none),
      products(("spendBefore", .none), ("spendBefore", .none)),
      withCovariate(one), other.map(withCovariate) ?? "0",
    ]
  }

  /// At the commission of the first year, as reports count erased persons.
  private var moneyColumns: [String] {
    let after = (name: "spendAfter", commission: terms.money.commission.standard)
    let before = (name: "spendBefore", commission: BasisPoints.none)
    let sum = total(after.name, after.commission)
    return [
      sum, products(after, after), "0", "0", sum, total(before.name, before.commission),
      products(before, before), products(after, before), "0",
    ]
  }

  /// The amounts of all currencies.
  private func total(_ name: String, _ commission: BasisPoints) -> String {
    let amount = proceeds("left_by(number, '\(name) ' || currency, '')", "\(commission.value)")
    return "(SELECT coalesce(sum(\(amount)), 0) FROM rates)"
  }

  private func products(
    _ left: (name: String, commission: BasisPoints),
    _ right: (name: String, commission: BasisPoints)
  ) -> String {
    "(SELECT round(coalesce(sum(left_by(number, '\(left.name) ' || a.currency,"
      + " '\(right.name) ' || b.currency)::DOUBLE * ((\(factor("a", left.commission)))"
      + " * (\(factor("b", right.commission))))), 0))::HUGEINT FROM rates AS a, rates AS b)"
  }

  /// What a milliunit of a currency is in the base.
  private func factor(_ rates: String, _ commission: BasisPoints) -> String {
    "\(10_000 - commission.value)::DOUBLE / 10000 * 1e6 / \(rates).micros::DOUBLE"
  }
}
