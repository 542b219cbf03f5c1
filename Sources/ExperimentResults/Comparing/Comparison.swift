/// A variant compared with the control by one metric.
package struct Comparison: Hashable, Sendable {
  package var control: Arm
  package var variant: Arm
  /// The lift: 0.1 is 10 % more than the control. `nil` if there is a gap.
  package var relative: Effect?
  /// The difference, in the metric's own unit. `nil` if there is a gap.
  package var absolute: Effect?
  /// Why there is no effect.
  package var gap: Gap?
  /// How the values were adjusted by what was known before the exposure, if they were.
  package var adjustment: Adjustment?

  package init(control: Arm, variant: Arm) {
    self.control = control
    self.variant = variant
  }

  /// What one arm shows.
  package struct Arm: Hashable, Sendable {
    package var units: Int
    /// Without adjustment.
    package var value: Double
    /// Of one person's value, adjusted if there is an adjustment; of a ratio, by the delta method.
    package var variance: Double
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
