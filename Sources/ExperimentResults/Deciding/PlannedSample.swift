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

  /// How many persons of all arms find the smallest effect worth shipping, the least favourable variant
  /// among them.
  ///
  /// - Parameters:
  ///   - smallest: relative, 0.05 is 5 %.
  ///   - widths: open widths, the control's first.
  /// - Returns: `nil` if there is no such number.
  package static func size(
    _ kind: MetricKind, control: Comparison.Arm, smallest: Double, direction: Direction,
    widths: [Int], alpha: Double = 0.05, power: Double = 0.8
  ) -> Int? {
    size(
      kind == .proportion
        ? Baseline(proportion: control.value)
        : Baseline(mean: control.value, variance: control.variance),
      smallest: smallest, direction: direction, widths: widths, alpha: alpha, power: power)
  }

  /// The same from a metric as it is without the experiment.
  package static func size(
    _ baseline: Baseline, smallest: Double, direction: Direction, widths: [Int],
    alpha: Double = 0.05, power: Double = 0.8
  ) -> Int? {
    let width = Double(widths.reduce(0, +))
    guard let controlWidth = widths.first, widths.count > 1, width > 0 else { return nil }
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
