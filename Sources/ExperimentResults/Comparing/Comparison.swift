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

  /// What one arm shows.
  package struct Arm: Hashable, Sendable {
    package var units: Int
    /// Without adjustment.
    package var value: Double
    /// Of one person's value, adjusted if there is an adjustment; of a ratio, by the delta method.
    package var variance: Double
    /// What the value is divided by: persons, or the sum of a ratio's denominator.
    package var denominators: Double
    /// How many independent denominators those are worth: (Σd)²/Σd², because those of one person are
    /// not independent (Kish 1965).
    package var independent: Double

    /// Of the value per denominator: what another arm with as many persons and other denominators has.
    var variancePerDenominator: Double {
      units > 0 ? variance * denominators / Double(units) : 0
    }
  }

  /// The regression on the covariate (CUPED).
  package struct Adjustment: Hashable, Sendable {
    /// The slope, over both arms together.
    package var slope: Double
    /// Of the squared standard error of the difference, 0…1: what the covariate brings.
    package var varianceRemoved: Double
  }

  /// The stable names.
  package enum Gap: String, CaseIterable, Sendable {
    case noUnits
    /// The control's value is 0: there is no lift of 0.
    case zeroControl
    /// All persons of an arm are alike.
    case noVariance
    /// Of a ratio: an arm has nothing to divide by.
    case noDenominator
  }
}
