/// How the value of a metric follows from what its persons did.
package enum MetricKind: String, CaseIterable, Sendable {
  /// The share of persons with the value 1; the others have 0.
  case proportion
  /// The mean of a value per person, zeros included.
  case mean
  /// The sum of one value divided by the sum of another one, such as conversions by trials.
  case ratio
}

/// Which change of a metric is a gain.
package enum Direction: String, CaseIterable, Sendable {
  case higherIsBetter
  case lowerIsBetter

  /// A change with its sign turned so that a positive one is a gain.
  package func gain(_ change: Double) -> Double { self == .higherIsBetter ? change : -change }
}
