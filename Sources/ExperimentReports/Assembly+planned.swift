import ExperimentResults
import PaywallCatalog

extension Assembly {
  /// The effect to plan for where the metric names none.
  static let usualEffect = 0.1
  /// Of the first exposures; a phase is not looked at after that.
  private static let mostDays = 4000

  /// The primary metric over the planned sample alone, by variant: one look at a fixed interval
  /// (`PlannedSample`). Empty until its persons are there and mature. Erased persons are in it where
  /// their day is known.
  func planned(_ primary: ReportMetric) -> [String: Comparison] {
    guard let metric = terms.goals.first, metric.part == .primary, names.count > 1,
      let days = plannedDays(metric, primary)
    else { return [:] }
    var settings = ComparisonSettings().shared(by: names.count - 1)
    settings.direction = metric.direction
    let control = daily(names[0], cap: primary.cap)
    let compared = names.dropFirst().map { name in
      (
        name,
        PlannedSample.comparison(
          metric.kind, control: control, variant: daily(name, cap: primary.cap), days: days,
          settings)
      )
    }
    return Dictionary(compared, uniquingKeysWith: { first, _ in first })
  }

  private func plannedDays(_ metric: MetricTerms, _ primary: ReportMetric) -> Int? {
    guard let range = exposureDays else { return nil }
    var enrolled = Array(repeating: 0, count: range.count)
    for name in names {
      for (cell, count) in variantTally(name).cellCounts where range.contains(cell.day) {
        enrolled[Int(cell.day - range.lowerBound)] += count
      }
      for (day, moments) in erased.daily(metric, name, cap: nil) where range.contains(day) {
        enrolled[Int(day - range.lowerBound)] += moments.units
      }
    }
    // The window of a day's last exposure has closed.
    let closed = (terms.asOf.milliseconds - metric.maturity.window) / Maturity.day
    return PlannedSample.matureDays(
      metric.kind, control: daily(names[0], cap: primary.cap), enrolled: enrolled,
      matureDays: max(0, Int(closed - range.lowerBound)),
      smallest: primary.smallest ?? Self.usualEffect, direction: metric.direction,
      widths: names.map { terms.experiment.variant(named: $0).map { Int($0.share.value) } ?? 0 })
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
