import ExperimentResults
import Ledger
import PaywallCatalog

extension Assembly {
  /// The most days of first exposures; a longer phase is not read by day.
  private static let mostDays = 4000

  /// The plan that the ledger keeps for the primary metric, and when it was made.
  var keptPlan: (plan: SamplePlan, madeAt: Timestamp)? {
    guard let metric = terms.goals.first, metric.part == .primary,
      terms.environment == .production
    else { return nil }
    let found = timeline.findings(of: terms.experiment.id, phase: terms.experiment.phase)
    for (finding, moment) in found {
      guard case .plan(let plan) = finding, plan.metric == metric.erasedName,
        plan.smallest == metric.smallest
      else { continue }
      return (plan, moment)
    }
    return nil
  }

  /// Whether an earlier phase may plan the sample: somebody was exposed, nothing is planned, and no report
  /// found that the phase says too little.
  var asksForPast: Bool {
    guard keptPlan == nil, exposureDays != nil, let metric = terms.goals.first,
      metric.part == .primary
    else { return false }
    return !timeline.has(
      .noPast(metric: metric.erasedName), of: terms.experiment.id, phase: terms.experiment.phase)
  }

  /// The plan to keep; `nil` if there is one, or none can be made yet. Test traffic has none.
  func unkeptPlan(baseline: BasisPoints?) -> SamplePlan? {
    guard keptPlan == nil, terms.goals.first?.part == .primary else { return nil }
    return newPlan(metric(0), baseline: baseline)
  }

  /// A plan from a share of buyers that is known beforehand, from the placement's past, or from the first
  /// buyers of the control.
  ///
  /// - Returns: `nil` before there are enough, and for a baseline of a metric that is no share.
  func newPlan(_ primary: ReportMetric, baseline: BasisPoints? = nil) -> SamplePlan? {
    guard let metric = terms.goals.first, metric.part == .primary, names.count > 1 else {
      return nil
    }
    if let baseline {
      guard metric.kind == .proportion else { return nil }
      return PlannedSample.size(
        Baseline(proportion: Double(baseline.value) / 10_000),
        smallest: Double(metric.smallest.value) / 10_000, direction: metric.direction,
        widths: widths, alpha: settings.alpha
      ).map { metric.plan($0, .baseline(baseline), cap: primary.cap) }
    }
    if let found = planFromPast { return found }
    return exposureDays.flatMap { daily(metric, cap: primary.cap, $0)?.firstPlan }.map {
      metric.plan($0.persons, .buyers($0.buyers, of: $0.controlPersons), cap: primary.cap)
    }
  }

  /// `nil` without a past, and if no number of persons suffices.
  var planFromPast: SamplePlan? {
    guard let past, let metric = terms.goals.first, let range = exposureDays else { return nil }
    return daily(metric, cap: past.cap, range)?.plan(from: past.control, buyers: past.buyers)
      .map { metric.plan($0.persons, past.basis, cap: past.cap) }
  }

  /// The planned sample of the primary metric: how far it is, and what it said once it was mature. Erased
  /// persons are in it where their day is known.
  func plan(_ primary: ReportMetric) -> ReportPlan? {
    let kept = keptPlan
    guard let metric = terms.goals.first, metric.part == .primary, names.count > 1,
      let range = exposureDays
    else { return nil }
    guard let plan = kept?.plan ?? newPlan(primary) else {
      return forecast(metric, primary, range)
    }
    guard let sums = daily(metric, cap: plan.cap, range) else { return nil }
    func look(_ look: DailySums.Look) -> ReportPlan.Look {
      let end = (range.lowerBound + Int64(look.days)) * Maturity.day + metric.maturity.window
      return ReportPlan.Look(
        days: look.days, persons: look.persons, on: Timestamp(milliseconds: end),
        comparisons: zip(names.dropFirst(), look.comparisons).map {
          NamedComparison(variant: $0, comparison: $1)
        })
    }
    let planned = sums.planned(plan.persons)
    var report = ReportPlan(
      progress: progress(plan.persons, metric, sums, range),
      look: planned.map(look), later: planned.flatMap { sums.later(than: $0) }.map(look))
    report.smallest = Double(plan.smallest.value) / 10_000
    report.cap = plan.cap
    report.madeAt = kept?.madeAt
    report.basis =
      switch plan.basis {
      case .buyers(let count, let persons): .buyers(count, of: persons)
      case .baseline(let share): .baseline(Double(share.value) / 10_000)
      case .past(let experiment, let phase, let buyers, let persons):
        .past(experiment: experiment, phase: phase, buyers: buyers, of: persons)
      }
    return report
  }

  /// How large the plan will be by the buyers that there are, so that a small app knows in the first days
  /// how many weeks it will take. Nothing is read at it.
  private func forecast(
    _ metric: MetricTerms, _ primary: ReportMetric, _ range: Range<Int64>
  ) -> ReportPlan? {
    let buyers = buyers(Experiment.control)
    guard buyers >= DailySums.fewBuyers, var sums = daily(metric, cap: primary.cap, range),
      let control = primary.arms.first?.moments,
      let likely = sums.plan(from: control, buyers: buyers)
    else { return nil }
    // As if they had come evenly: of erased persons of quiet weeks no day is known.
    let all = names.reduce(0) { $0 + variantTally($1).persons + erased.persons(of: $1) }
    let count = range.count
    sums.enrolled = (0..<count).map { all * ($0 + 1) / count - all * $0 / count }
    var report = ReportPlan(progress: progress(likely.persons, metric, sums, range))
    report.progress.isForecast = true
    report.smallest = Double(metric.smallest.value) / 10_000
    report.basis = .buyers(likely.buyers, of: likely.controlPersons)
    return report
  }

  private func progress(
    _ persons: Int, _ metric: MetricTerms, _ sums: DailySums, _ range: Range<Int64>
  ) -> PlanProgress {
    PlanProgress(
      planned: persons, enrolled: sums.enrolled,
      day: Int(terms.asOf.milliseconds / Maturity.day - range.lowerBound),
      windowDays: Int((metric.maturity.window + Maturity.day - 1) / Maturity.day),
      isEnrolling: isEnrolling)
  }

  /// Open widths, the control's first.
  private var widths: [Int] {
    names.map { terms.experiment.variant(named: $0).map { Int($0.share.value) } ?? 0 }
  }

  private func daily(_ metric: MetricTerms, cap: Int64?, _ range: Range<Int64>) -> DailySums? {
    var settings = settings.shared(by: names.count - 1)
    settings.direction = metric.direction
    // The window of a day's last exposure has closed.
    let closed = (terms.asOf.milliseconds - metric.maturity.window) / Maturity.day
    let days = names.map { daily($0, cap: cap) }
    guard let control = days.first else { return nil }
    let gone = erased.dailyBuyers(of: metric, names[0], in: range)
    return DailySums(
      metric.kind, direction: metric.direction, smallest: Double(metric.smallest.value) / 10_000,
      widths: widths, control: control, variants: .init(days.dropFirst()),
      buyers: range.map { (variantTally(names[0]).buyers[$0] ?? 0) + (gone[$0] ?? 0) },
      enrolled: enrolled(metric, range),
      matureDays: max(0, Int(closed - range.lowerBound)), settings: settings)
  }

  /// Persons of all arms by day.
  private func enrolled(_ metric: MetricTerms, _ range: Range<Int64>) -> [Int] {
    var enrolled = Array(repeating: 0, count: range.count)
    for name in names {
      for (cell, count) in variantTally(name).cellCounts where range.contains(cell.day) {
        enrolled[Int(cell.day - range.lowerBound)] += count
      }
      for (day, moments) in erased.daily(metric, name, cap: nil, in: range) {
        enrolled[Int(day - range.lowerBound)] += moments.units
      }
    }
    return enrolled
  }

  /// Days since 1970, from that of the first exposure to that of the last.
  var exposureDays: Range<Int64>? {
    guard let exposures else { return nil }
    let range = exposures.lowerBound / Maturity.day..<exposures.upperBound / Maturity.day + 1
    return range.count <= Self.mostDays ? range : nil
  }

  /// The primary metric's sums by day of the first exposure.
  func daily(_ name: String, cap: Int64?) -> [Moments] {
    guard let range = exposureDays else { return [] }
    var days = Array(repeating: Moments(), count: range.count)
    let tally = variantTally(name)
    for (day, moments) in erased.daily(terms.goals[0], name, cap: cap, in: range) {
      days[Int(day - range.lowerBound)] += moments
    }
    for (cell, moments) in tally.cells where range.contains(cell.day) {
      days[Int(cell.day - range.lowerBound)] += moments
    }
    for payment in tally.goals[0].payments where range.contains(payment.cell.day) {
      days[Int(payment.cell.day - range.lowerBound)] += [payment].moments(cap: cap)
    }
    return days
  }
}

extension MetricTerms {
  /// The smallest relative effect that the sample is planned for, as the file names it or 10 %.
  var smallest: BasisPoints { goal.smallest ?? BasisPoints(1000) ?? .all }

  fileprivate func plan(_ persons: Int, _ basis: SamplePlan.Basis, cap: Int64?) -> SamplePlan {
    SamplePlan(metric: erasedName, smallest: smallest, persons: persons, cap: cap, basis: basis)
  }
}
