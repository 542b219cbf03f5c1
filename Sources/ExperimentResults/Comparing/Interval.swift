/// The values that an effect can have; infinite on the side that a one-sided interval leaves open.
package struct Interval: Hashable, Sendable {
  package var lower: Double
  package var upper: Double

  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  package init(around center: Double, _ halfWidth: Double) {
    self.init(lower: center - halfWidth, upper: center + halfWidth)
  }

  package var isAboveZero: Bool { lower > 0 }
  package var isBelowZero: Bool { upper < 0 }
  package var width: Double { upper - lower }

  package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// All values multiplied by a factor of at least 0.
  package func scaled(by factor: Double) -> Interval {
    Interval(lower: lower * factor, upper: upper * factor)
  }
}
