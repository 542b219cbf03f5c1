/// A number that statistics can give, or why there is none. Never a NaN, and never a 0 that means
/// "not enough data".
package enum Estimate: Hashable, Sendable {
  case known(Double)
  case unknown(Gap)

  /// Why there is no number; the stable names.
  package enum Gap: String, CaseIterable, Sendable {
    /// Nobody does it without the experiment: a relative lift on nothing is nothing.
    case zeroBaseline
    /// Everybody is alike, as with a baseline of 100 %.
    case noVariance
    /// Not a share of 0…100 %, or not a finite number.
    case invalidBaseline
    /// With a lift of 0 there is nothing to find.
    case noLift
    /// A lift below −100 %, or one that takes a share beyond 100 %.
    case impossibleLift
    case noVisitors
    /// Too few for any lift to be found.
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
