import ExperimentResults
import PaywallCatalog

extension Assembly {
  /// The effect to plan for where the metric names none.
  static let usualEffect = 0.1
  /// Of the first exposures; a phase is not looked at after that.
  private static let mostDays = 4000

  /// The planned sample of the primary metric: how far it is, and what it said once it was mature. Erased
  /// persons are in it where their day is known.
  func plan(_ primary: ReportMetric) -> ReportPlan? {
    guard let metric = terms.goals.first, metric.part == .primary, names.count > 1,
      let range = exposureDays, let sums = daily(metric, primary, range), let size = sums.size
    else { return nil }
    func look(_ look: DailySums.Look) -> ReportPlan.Look {
      let end = (range.lowerBound + Int64(look.days)) * Maturity.day + metric.maturity.window
      return ReportPlan.Look(
        days: look.days, persons: look.persons, on: Timestamp(milliseconds: end),
        comparisons: zip(names.dropFirst(), look.comparisons).map {
          NamedComparison(variant: $0, comparison: $1)
        })
    }
    let planned = sums.planned(size)
    return ReportPlan(
      progress: PlanProgress(
        planned: size, enrolled: sums.enrolled,
        day: Int(terms.asOf.milliseconds / Maturity.day - range.lowerBound),
        windowDays: Int((metric.maturity.window + Maturity.day - 1) / Maturity.day),
        isEnrolling: isEnrolling),
      look: planned.map(look), later: planned.flatMap { sums.later(than: $0) }.map(look))
  }

  private func daily(
    _ metric: MetricTerms, _ primary: ReportMetric, _ range: Range<Int64>
  ) -> DailySums? {
    var settings = settings.shared(by: names.count - 1)
    settings.direction = metric.direction
    // The window of a day's last exposure has closed.
    let closed = (terms.asOf.milliseconds - metric.maturity.window) / Maturity.day
    let days = names.map { daily($0, cap: primary.cap) }
    guard let control = days.first else { return nil }
    let gone = erased.dailyBuyers(of: metric, names[0])
    return DailySums(
      metric.kind, direction: metric.direction, smallest: primary.smallest ?? Self.usualEffect,
      widths: names.map { terms.experiment.variant(named: $0).map { Int($0.share.value) } ?? 0 },
      control: control, variants: .init(days.dropFirst()),
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
      for (day, moments) in erased.daily(metric, name, cap: nil) where range.contains(day) {
        enrolled[Int(day - range.lowerBound)] += moments.units
      }
    }
    return enrolled
  }

  /// Days since 1970, from that of the first exposure to that of the last.
  var exposureDays: Range<Int64>? {
    guard tally.firstAt <= tally.lastAt else { return nil }
    let range = tally.firstAt / Maturity.day..<tally.lastAt / Maturity.day + 1
    return range.count <= Self.mostDays ? range : nil
  }

  /// The primary metric's sums by day of the first exposure.
  func daily(_ name: String, cap: Int64?) -> [Moments] {
    guard let range = exposureDays else { return [] }
    var days = Array(repeating: Moments(), count: range.count)
    let tally = variantTally(name)
    for (day, moments) in erased.daily(terms.goals[0], name, cap: cap) where range.contains(day) {
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
