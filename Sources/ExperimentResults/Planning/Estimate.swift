/// An estimated number, or why there is none. Never NaN, and never 0 for "not enough data".
package enum Estimate: Hashable, Sendable {
  case known(Double)
  case unknown(Gap)

  /// Why there is no number; the stable names.
  package enum Gap: String, CaseIterable, Sendable {
    /// No visitor converts without the experiment: there is no relative lift of 0.
    case zeroBaseline
    /// All visitors are alike, as with a baseline of 100 %.
    case noVariance
    /// Not a share of 0…100 %, or not a finite number.
    case invalidBaseline
    /// A lift of 0 cannot be detected.
    case noLift
    /// A lift below −100 %, or one that takes a share beyond 100 %.
    case impossibleLift
    /// The amounts that payers pay are unknown, and so is how much money varies.
    case unknownAmounts
    case noVisitors
    /// Too few visitors to detect any lift.
    case tooFewVisitors
    /// Not between 0 and 1, or a variant with no share of the visitors.
    case invalidDesign
  }

  package var value: Double? { if case .known(let value) = self { value } else { nil } }

  package func map(_ transform: (Double) -> Double) -> Estimate {
    switch self {
    case .known(let value): .known(transform(value))
    case .unknown: self
    }
  }
}
