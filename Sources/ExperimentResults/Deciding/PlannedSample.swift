/// The persons that were planned: a set that does not depend on when it is looked at.
package enum PlannedSample {
  /// The number of days from the first exposure, in full weeks, whose persons are the planned sample.
  /// `nil` until so many are enrolled.
  ///
  /// - Parameters:
  ///   - enrolled: persons of all arms by day of the first exposure, from the first day on.
  ///   - planned: of all arms.
  package static func days(enrolled: [Int], planned: Int) -> Int? {
    guard planned > 0 else { return nil }
    var persons = 0
    for (day, count) in enrolled.enumerated() {
      persons += count
      if persons >= planned, (day + 1) % 7 == 0 { return day + 1 }
    }
    return nil
  }

  /// The days of the planned sample, once all their persons are mature; its size follows from the
  /// control of the first week.
  ///
  /// - Parameters:
  ///   - control: sums of the control by day of the first exposure, from the first day on.
  ///   - enrolled: persons of all arms by the same days, those who wait too.
  ///   - matureDays: the days of which all windows have closed.
  /// - Returns: `nil` before.
  package static func matureDays(
    _ kind: MetricKind, control: [Moments], enrolled: [Int], matureDays: Int, smallest: Double,
    direction: Direction, widths: [Int], alpha: Double = 0.05, power: Double = 0.8
  ) -> Int? {
    guard matureDays >= 7, control.count >= 7 else { return nil }
    let week = total(control, 7)
    let arm = Comparison(kind, control: week, variant: week).control
    guard
      let planned = size(
        kind, control: arm, smallest: smallest, direction: direction, widths: widths,
        alpha: alpha, power: power),
      let days = days(enrolled: enrolled, planned: planned)
    else { return nil }
    return days <= matureDays ? days : nil
  }

  /// Of the persons of the first days alone.
  package static func comparison(
    _ kind: MetricKind, control: [Moments], variant: [Moments], days: Int,
    _ settings: ComparisonSettings
  ) -> Comparison {
    Comparison(kind, control: total(control, days), variant: total(variant, days), settings)
  }

  private static func total(_ daily: [Moments], _ days: Int) -> Moments {
    daily.prefix(max(0, days)).reduce(Moments(), +)
  }

  /// How many persons of all arms find the smallest effect worth shipping, the least favourable variant
  /// among them. Take the control of the first full week alone, once it is mature: a plan that is made
  /// of all data moves with every look, and its interval is no longer one look.
  ///
  /// - Parameters:
  ///   - smallest: relative, 0.05 is 5 %.
  ///   - widths: open widths, the control's first.
  /// - Returns: `nil` if there is no such number.
  package static func size(
    _ kind: MetricKind, control: Comparison.Arm, smallest: Double, direction: Direction,
    widths: [Int], alpha: Double = 0.05, power: Double = 0.8
  ) -> Int? {
    let width = Double(widths.reduce(0, +))
    guard let controlWidth = widths.first, widths.count > 1, width > 0 else { return nil }
    let baseline =
      kind == .proportion
      ? Baseline(proportion: control.value)
      : Baseline(mean: control.value, variance: control.variance)
    let needed = widths.dropFirst().map { variant in
      var plan = PowerPlan(
        baseline, controlShare: Double(controlWidth) / width,
        variantShare: Double(variant) / width, alpha: alpha, power: power)
      plan.comparisons = widths.count - 1
      return plan.visitors(lift: direction.gain(abs(smallest))).value
    }
    var largest = 0.0
    for number in needed {
      guard let number else { return nil }
      largest = max(largest, number)
    }
    return Int(exactly: largest)
  }
}
