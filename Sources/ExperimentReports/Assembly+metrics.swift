import ExperimentResults
import PaywallCatalog

extension Assembly {
  var settings: ComparisonSettings { ComparisonSettings() }

  func metric(_ index: Int) -> ReportMetric {
    let metric = terms.goals[index]
    let tallies = names.map { variantTally($0).goals[index] }
    let cap = cap(of: metric, tallies)
    return reported(metric, zip(names, tallies).map { arm($0, $1, metric, cap) }, cap)
  }

  /// The primary metric without persons who saw several variants.
  var withoutConflicts: ReportMetric? {
    guard let metric = terms.goals.first, metric.part == .primary else { return nil }
    let tallies = names.map { name in
      var tally = variantTally(name).withoutConflicts
      tally.payments = variantTally(name).goals[0].payments.filter { !$0.isConflicted }
      return tally
    }
    let cap = cap(of: metric, tallies, withConflicts: false)
    let arms = zip(names, tallies).map { arm($0, $1, metric, cap, withConflicts: false) }
    var reported = reported(metric, arms, cap)
    reported.comparisons.correct()
    return reported
  }

  /// Returns the cap on money, from the totals of all arms.
  func cap(
    of metric: MetricTerms, _ tallies: [PhaseTally.GoalTally], withConflicts: Bool = true
  ) -> Cap? {
    guard metric.isMoney else { return nil }
    var counts: [Int64: Int] = [:]
    for payment in tallies.flatMap(\.payments) { counts[payment.value, default: 0] += 1 }
    for name in names {
      counts.merge(
        erased.totals(of: metric, name, withConflicts: withConflicts), uniquingKeysWith: +)
    }
    return Cap(
      metric, of: counts.flatMap { Array(repeating: $0.key, count: max(0, $0.value)) })
  }

  private func arm(
    _ name: String, _ tally: PhaseTally.GoalTally, _ metric: MetricTerms, _ cap: Cap?,
    withConflicts: Bool = true
  ) -> ReportArm {
    let gone = erased.moments(of: metric, name, cap: cap?.value, withConflicts: withConflicts)
    let uncut = erased.moments(of: metric, name, cap: nil, withConflicts: withConflicts)
    let moments = tally.moments + tally.payments.moments(cap: cap?.value) + gone.mature
    return ReportArm(
      variant: name, persons: moments.units, waiting: tally.waiting + gone.waiting,
      erased: gone.mature.units, moments: moments,
      raw: metric.isMoney
        ? tally.moments + tally.payments.moments(cap: nil) + uncut.mature : nil)
  }

  private func reported(
    _ metric: MetricTerms, _ arms: [ReportArm], _ cap: Cap?
  ) -> ReportMetric {
    let isOver = terms.experiment.schedule.end.map { $0 <= terms.asOf } ?? isStopped
    let last = isOver ? exposures?.upperBound : terms.experiment.schedule.end?.milliseconds
    return ReportMetric(
      name: metric.goal.name, kind: metric.kind, direction: metric.direction,
      window: metric.period, lead: metric.leadPeriod,
      smallest: metric.goal.smallest.map { Double($0.value) / 10_000 },
      finalAt: last.map {
        Timestamp(milliseconds: metric.maturity.finalAt(lastExposure: $0))
      },
      isMoney: metric.isMoney, cap: cap?.value, capPercentile: cap.map { $0.percentile / 100 },
      cut: cap?.cut ?? 0, arms: arms, comparisons: comparisons(metric, arms),
      note: metric.note)
  }

  /// Their p values are not corrected yet.
  ///
  /// - Parameter rows: of breakdowns: among how many each α is shared.
  func comparisons(
    _ metric: MetricTerms, _ arms: [ReportArm], sharing rows: Int = 1
  ) -> [NamedComparison] {
    guard let control = arms.first, arms.count > 1 else { return [] }
    let tests = (arms.count - 1) * rows
    var settings = settings
    if metric.part != .guardrail { settings = settings.shared(by: tests) }
    settings.direction = metric.direction
    return arms.dropFirst().map { arm in
      let comparison = Comparison(
        metric.kind, control: control.moments, variant: arm.moments, settings)
      return NamedComparison(
        variant: arm.variant, comparison: comparison,
        impact: ScaledImpact(
          comparison, kind: metric.kind, units: arms.reduce(0) { $0 + $1.persons },
          traffic: traffic(metric), days: enrolledDays(metric)))
    }
  }

  private var isStopped: Bool { [.stopped, .archived].contains(terms.experiment.status) }

  /// Whether more persons enter.
  var isEnrolling: Bool {
    !isStopped && (terms.experiment.schedule.end.map { $0 > terms.asOf } ?? true)
  }

  /// The share of all visitors that was enrolled, on average over the enrolment of those who count.
  private func traffic(_ metric: MetricTerms) -> Double {
    let experiment = terms.experiment
    let slice = Double(experiment.slice.end - experiment.slice.start) / 10_000
    let span = enrolledDays(metric) * Double(Maturity.day)
    guard span > 0, let first = exposures?.lowerBound else {
      return slice * Double(experiment.traffic(at: terms.asOf).value) / 10_000
    }
    let steps = 200
    let sum = (0..<steps).reduce(0) { sum, step in
      let midpoint = first + Int64(span * (Double(step) + 0.5) / Double(steps))
      return sum + experiment.traffic(at: Timestamp(milliseconds: midpoint)).value
    }
    return slice * Double(sum) / Double(steps * 10_000)
  }

  /// Days in which the persons who count were enrolled.
  private func enrolledDays(_ metric: MetricTerms) -> Double {
    guard let exposures else { return 0 }
    let last = min(exposures.upperBound, terms.asOf.milliseconds - metric.maturity.window)
    return max(0, Double(last - exposures.lowerBound) / Double(Maturity.day))
  }
}

extension MetricTerms {
  var isMoney: Bool { goal.name == .proceedsPerVisitor }

  /// The lead of a metric that has one, if it is shorter than the window.
  fileprivate var leadPeriod: Period? {
    guard hasLead, lead < maturity.window else { return nil }
    return Period(days: Int(lead / Maturity.day))
  }

  fileprivate var note: String? {
    if isImplied { return "Added, because variants differ in what only this metric counts." }
    return switch goal.name {
    case .proceedsPerVisitor:
      "Estimated from prices, pinned rates and commission; Apple's price is not for accounting."
    case .cancelWithin24h, .billingFailure:
      "From notifications that came since the ledger keeps them."
    default: nil
    }
  }
}

/// The cap on totals of money.
struct Cap {
  var value: Int64
  /// 99.9 is 99.9 %.
  var percentile: Double
  /// Persons whose total is larger.
  var cut: Int

  /// `nil` for a metric that is not money, and without totals.
  init?(_ metric: MetricTerms, of totals: [Int64]) {
    guard metric.isMoney else { return nil }
    let named = metric.goal.cap.map { Double($0.value) / 100 }
    percentile = named ?? Winsorising.percentile(of: totals.count { $0 != 0 })
    guard let value = Winsorising.cap(of: totals, percentile: percentile) else { return nil }
    self.value = value
    cut = totals.count { $0 > value }
  }
}

extension [ReportMetric] {
  /// Corrects the p values of all goals and variants as one family.
  mutating func correct() {
    var all = flatMap(\.comparisons)
    all.correct()
    var rest = all[...]
    for index in indices {
      let count = self[index].comparisons.count
      self[index].comparisons = .init(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }
}

extension [NamedComparison] {
  /// Corrects the p values as one family.
  ///
  /// - Parameter count: of questions, those included that have no answer yet; `nil` for no others.
  mutating func correct(among count: Int? = nil) {
    let values = map { $0.comparison.relative?.sequentialP ?? 1 }
    let others = [Double](repeating: 1, count: Swift.max(0, (count ?? 0) - values.count))
    for (index, p) in zip(indices, Correction.holm.adjusted(values + others)) {
      self[index].correctedP = p
    }
  }
}

extension [PhaseTally.Payment] {
  /// - Parameter cap: the cap on a value.
  func moments(cap: Int64?) -> Moments {
    var moments = Moments()
    for payment in self {
      moments.add(Swift.min(payment.value, cap ?? .max), covariate: payment.covariate)
    }
    return moments
  }
}
