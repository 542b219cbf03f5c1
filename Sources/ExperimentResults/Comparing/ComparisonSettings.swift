/// How comparisons are made; the defaults are those of the results page.
package struct ComparisonSettings: Hashable, Sendable {
  /// The probability of a difference that does not exist.
  package var alpha: Double
  /// The number of persons that sequential intervals are tightest at.
  package var tuning: Double
  package var direction: Direction
  /// The belief about a lift before the data; `nil` is a flat prior.
  package var prior: Prior?

  /// A normal distribution of the relative lift.
  package struct Prior: Hashable, Sendable {
    package var mean: Double
    package var deviation: Double

    package init(mean: Double = 0, deviation: Double = 0.3) {
      self.mean = mean
      self.deviation = deviation
    }
  }

  package init(
    alpha: Double = 0.05, tuning: Double = 5000, direction: Direction = .higherIsBetter,
    prior: Prior? = Prior()
  ) {
    self.alpha = alpha
    self.tuning = tuning
    self.direction = direction
    self.prior = prior
  }
}
