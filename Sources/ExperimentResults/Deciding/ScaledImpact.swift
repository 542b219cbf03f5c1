/// The change per day if all visitors got the variant, in the metric's unit.
package struct ScaledImpact: Hashable, Sendable {
  package var perDay: Double
  /// The sequential interval.
  package var interval: Interval
  /// Visitors a day whom all variants together would enrol if all traffic were admitted.
  package var visitorsPerDay: Double

  /// (μ variant − μ control) · units / traffic / days.
  ///
  /// - Parameters:
  ///   - units: persons of all arms whose window has closed.
  ///   - traffic: the share of visitors that is enrolled, 0…1.
  ///   - days: in which those persons were enrolled.
  /// - Returns: `nil` without an effect, traffic or days, and for a ratio, which has no value per
  ///   visitor.
  package init?(
    _ comparison: Comparison, kind: MetricKind, units: Int, traffic: Double, days: Double
  ) {
    guard kind != .ratio, let effect = comparison.absolute, units > 0, traffic > 0, days > 0
    else { return nil }
    visitorsPerDay = Double(units) / (traffic * days)
    perDay = effect.estimate * visitorsPerDay
    interval = effect.sequential.scaled(by: visitorsPerDay)
  }
}
