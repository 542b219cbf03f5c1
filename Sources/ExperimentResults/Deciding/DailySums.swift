/// A goal's sums by day of the first exposure, from the first day on: what the planned sample and the full
/// weeks after it are made of.
package struct DailySums: Hashable, Sendable {
  package var kind: MetricKind
  package var direction: Direction
  /// The smallest relative effect, 0.05 is 5 %.
  package var smallest: Double
  /// Open widths, the control's first.
  package var widths: [Int]
  package var control: [Moments]
  /// The variants' sums by day, in the order of their widths.
  package var variants: [[Moments]]
  /// Persons of the control who bought, by day.
  package var buyers: [Int]
  /// Persons of all arms by day, including those who wait.
  package var enrolled: [Int]
  /// The days of which all windows have closed.
  package var matureDays: Int
  package var settings: ComparisonSettings

  package init(
    _ kind: MetricKind, direction: Direction = .higherIsBetter, smallest: Double, widths: [Int],
    control: [Moments], variants: [[Moments]], buyers: [Int], enrolled: [Int], matureDays: Int,
    settings: ComparisonSettings = ComparisonSettings()
  ) {
    self.kind = kind
    self.direction = direction
    self.smallest = smallest
    self.widths = widths
    self.control = control
    self.variants = variants
    self.buyers = buyers
    self.enrolled = enrolled
    self.matureDays = matureDays
    self.settings = settings
  }
}

extension DailySums {
  /// The buyers of the control that a plan needs.
  package static let leastBuyers = 25

  /// The persons that are planned, of all arms, and the first buyers of the control that the number rests on.
  package struct FirstPlan: Hashable, Sendable {
    package var persons: Int
    package var buyers: Int
    /// Persons of the control until that many had bought.
    package var controlPersons: Int
  }

  /// Made once the first buyers of the control are mature, from them alone. A plan that is made of all data
  /// moves with every look, and its interval is no longer one look. `nil` before, and if no number of
  /// persons suffices.
  package var firstPlan: FirstPlan? {
    var bought = 0
    for day in 0..<max(0, min(matureDays, control.count, buyers.count)) {
      bought += buyers[day]
      guard bought >= Self.leastBuyers else { continue }
      return plan(from: Self.total(control, day + 1), buyers: bought)
    }
    return nil
  }

  /// The buyers of the control that a forecast needs.
  package static let fewBuyers = 5

  /// Returns the plan made from persons of the control, `buyers` of whom have bought.
  package func plan(from first: Moments, buyers: Int) -> FirstPlan? {
    var arm = Comparison(kind, control: first, variant: first).control
    // A rate that is read when a number of buyers is reached is too high by one of them (Haldane 1945).
    arm.value *=
      Double(buyers - 1) / Double(buyers) * Double(first.units) / Double(first.units - 1)
    return PlannedSample.size(
      kind, control: arm, smallest: smallest, direction: direction, widths: widths,
      alpha: settings.alpha * Double(max(1, widths.count - 1))
    ).map { FirstPlan(persons: $0, buyers: buyers, controlPersons: first.units) }
  }

  /// The planned sample if it is mature: the same persons whenever it is looked at.
  package func planned(_ size: Int?) -> Look? {
    guard let size, let days = PlannedSample.days(enrolled: enrolled, planned: size),
      days <= matureDays
    else { return nil }
    return look(days)
  }

  /// All persons of the full weeks that are mature, if those are more than the planned ones.
  package func later(than planned: Look) -> Look? {
    let days = min(matureDays, enrolled.count) / 7 * 7
    return days > planned.days ? look(days) : nil
  }

  /// The persons of the first days alone.
  package struct Look: Hashable, Sendable {
    package var days: Int
    /// Persons of all arms.
    package var persons: Int
    /// In the order of the variants. Each is read at its fixed interval.
    package var comparisons: [Comparison]
  }

  private func look(_ days: Int) -> Look {
    Look(
      days: days, persons: enrolled.prefix(days).reduce(0, +),
      comparisons: variants.map {
        Comparison(
          kind, control: Self.total(control, days), variant: Self.total($0, days), settings)
      })
  }

  private static func total(_ daily: [Moments], _ days: Int) -> Moments {
    daily.prefix(max(0, days)).reduce(Moments(), +)
  }
}
