/// A variant compared with the control by one metric.
package struct Comparison: Hashable, Sendable {
  package var control: Arm
  package var variant: Arm
  /// The lift: 0.1 is 10 % more than the control. `nil` if there is a gap.
  package var relative: Effect?
  /// The difference, in the metric's own unit. `nil` if there is a gap.
  package var absolute: Effect?
  /// The difference with the variance that both arms have together, if there is a gap and yet something to
  /// compare: an arm without a buyer, or a control of 0. It holds for no effect, and so tells whether
  /// there is one.
  package var pooled: Effect?
  /// Why there is no effect.
  package var gap: Gap?
  /// How the values were adjusted by what was known before the exposure, if they were.
  package var adjustment: Adjustment?

  /// The persons and the value of one arm, with its variance.
  package struct Arm: Hashable, Sendable {
    package var units: Int
    /// The value without adjustment.
    package var value: Double
    /// The variance of one person's value, adjusted if there is an adjustment; for a ratio, by the
    /// delta method.
    package var variance: Double
    /// The divisor of the value: persons, or the sum of a ratio's denominator.
    package var denominators: Double
    /// How many independent denominators those are worth: (Σd)²/Σd², because those of one person are
    /// not independent (Kish 1965).
    package var independent: Double

    /// The variance of the value per denominator: the squared error, times the denominators.
    var variancePerDenominator: Double {
      units > 0 ? variance * denominators / Double(units) : 0
    }
  }

  /// The regression on the covariate (CUPED).
  package struct Adjustment: Hashable, Sendable {
    /// The slope, over both arms together.
    package var slope: Double
    /// The share of the squared standard error of the difference that the covariate removes, 0…1.
    package var varianceRemoved: Double
  }

  /// The stable names.
  package enum Gap: String, CaseIterable, Sendable {
    case noUnits
    /// The control's value is 0: there is no lift of 0.
    case zeroControl
    /// All persons of an arm are alike.
    case noVariance
    /// An arm has nothing to divide by; only a ratio has this gap.
    case noDenominator
  }
}
