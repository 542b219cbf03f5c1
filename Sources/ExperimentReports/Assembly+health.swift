import ExperimentResults
import Ledger
import PaywallCatalog

extension Assembly {
  /// The most severe first.
  func health(_ primary: ReportMetric?) -> [HealthCheck] {
    let counts = names.map { ($0, variantTally($0).persons + erased.persons(of: $0)) }
    let total = counts.reduce(0) { $0 + $1.1 }
    var checks = [
      HealthCheck.sampleRatio(arms(counts)),
      HealthCheck.silentVariant(arms(counts), events: "exposures"),
      HealthCheck.sampleRatio(.sampleRatioByDay, groups: groups { Self.date(of: $0.day) }),
      HealthCheck.sampleRatio(.sampleRatioByDimension, groups: dimensionGroups),
      HealthCheck.conflicts(tally.excluded.conflicted + erased.conflicted, of: total),
    ]
    if let primary {
      checks.append(
        HealthCheck.immatureShare(
          waiting: primary.arms.reduce(0) { $0 + $1.waiting },
          of: primary.arms.reduce(0) { $0 + $1.waiting + $1.persons }))
    }
    checks.append(
      HealthCheck.preExposureBalance(
        control: covariates(Experiment.control),
        variants: names.dropFirst().map { ($0, covariates($0)) }))
    if terms.goals.contains(where: \.isMoney) {
      let gone = erased.purchases
      if let check = HealthCheck.missingRates(
        tally.purchasesWithoutRate + gone.withoutRate, of: tally.paidPurchases + gone.paid,
        persons: tally.personsWithoutRate + gone.personsWithoutRate)
      {
        checks.append(check)
      }
    }
    if let check = unjoinedPurchases { checks.append(check) }
    if terms.asOf == now, let arrival = reading.arrival {
      // A look back is never stale: everything that came later is known.
      checks.append(
        HealthCheck.staleLedger(
          silence: Double(now.milliseconds - arrival.newest.milliseconds) / 1000,
          factsPerDay: arrival.perDay))
    }
    return checks.bySeverity
  }

  /// Returns the sums that all persons of a variant had spent before.
  private func covariates(_ name: String) -> Moments {
    variantTally(name).covariates + erased.covariates(name)
  }

  /// New purchases that no person of the experiment made.
  private var unjoinedPurchases: HealthCheck? {
    let week = terms.asOf.milliseconds / Maturity.day - 6
    func count(_ isCounted: (NewPurchases) -> Bool) -> (all: Int, lastWeek: Int) {
      let counted = purchases.filter(isCounted)
      return (
        counted.reduce(0) { $0 + $1.count },
        counted.filter { $0.day >= week }.reduce(0) { $0 + $1.count }
      )
    }
    let unnamed = count { !$0.isNamed }
    let all = count { _ in true }
    let bought = tally.productSums.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.value.started } }
    return HealthCheck.unjoinedPurchases(
      unnamed, of: all, strangers: max(0, all.all - unnamed.all - bought))
  }

  /// `2026-11-01`, of days since 1970.
  static func date(of day: Int64) -> String {
    String(Timestamp(milliseconds: day * Maturity.day).rfc3339.prefix(10))
  }

  private func arms(_ counts: [(String, Int)]) -> [ArmCount] {
    let open = terms.experiment.ranges(
      at: max(terms.asOf, terms.experiment.schedule.start ?? terms.asOf))
    let widths = Dictionary(
      zip(terms.experiment.variants.map(\.name), open.map(\.open.count)),
      uniquingKeysWith: { first, _ in first })
    return counts.map { ArmCount(variant: $0.0, width: widths[$0.0] ?? 0, units: $0.1) }
  }

  /// Persons by something that their cells share.
  private func groups(
    _ subject: (PhaseTally.Cell) -> String
  ) -> [(subject: String, arms: [ArmCount])] {
    var counts: [String: [Int]] = [:]
    for (index, name) in names.enumerated() {
      for (cell, count) in variantTally(name).persons(in: subject) {
        counts[cell, default: Array(repeating: 0, count: names.count)][index] += count
      }
    }
    return counts.sorted { $0.key < $1.key }.map { subject, counts in
      (subject, arms(Array(zip(names, counts))))
    }
  }

  private var dimensionGroups: [(subject: String, arms: [ArmCount])] {
    ResultDimension.allCases.flatMap { dimension in
      groups { "\(dimension.rawValue)=\(value(of: dimension, $0))" }
        .filter { !$0.subject.hasSuffix("=\(Self.unknown)") }
    }
  }
}

extension PhaseTally.VariantTally {
  fileprivate func persons(in subject: (PhaseTally.Cell) -> String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (cell, count) in cellCounts { counts[subject(cell), default: 0] += count }
    return counts
  }
}
