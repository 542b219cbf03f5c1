import SystemLibrary

/// Intervals that hold at every moment at once, however often somebody looks: the asymptotic
/// confidence sequence of Waudby-Smith et al. (arXiv 2103.06476).
package struct ConfidenceSequence: Hashable, Sendable {
  package var alpha: Double = 0.05
  /// The number of persons that the sequence is tightest at.
  package var tuning: Double = 5000

  /// ρ² of equation 161.
  package static func mixing(alpha: Double, tuning: Double) -> Double {
    (-2 * log(alpha) + log(1 - 2 * log(alpha))) / tuning
  }

  /// Equation 9, two-sided.
  package func halfWidth(standardError: Double, units: Double) -> Double {
    let mixing = Self.mixing(alpha: alpha, tuning: tuning)
    let grown = units * mixing + 1
    return standardError
      * (2 * grown * log(grown.squareRoot() / alpha) / (units * mixing)).squareRoot()
  }

  /// Equation 134, one-sided; ρ is that of 2α.
  package func oneSidedHalfWidth(standardError: Double, units: Double) -> Double {
    let mixing = Self.mixing(alpha: 2 * alpha, tuning: tuning)
    let grown = units * mixing + 1
    return standardError
      * (2 * grown * log1p(grown.squareRoot() / (2 * alpha)) / (units * mixing)).squareRoot()
  }

  /// The smallest α at which the two-sided sequence leaves out 0 (equation 155): the inverse of the
  /// mixture's e-value.
  package func p(estimate: Double, standardError: Double, units: Double) -> Double {
    let mixing = Self.mixing(alpha: alpha, tuning: tuning)
    let grown = units * mixing + 1
    let square = estimate * estimate / (standardError * standardError)
    return min(1, exp(0.5 * log(grown) - mixing * square * units / (2 * grown)))
  }

  /// The α at which the one-sided sequence, with the ρ of `alpha`, touches 0: against an effect of at
  /// most 0. Equation 134 solved for α; GrowthBook searches it by bisection, and gives it as 10⁻⁵
  /// below that and as 0.4999 above, as here.
  package func oneSidedP(estimate: Double, standardError: Double, units: Double) -> Double {
    guard estimate > 0 else { return Self.largestOneSidedP }
    let mixing = Self.mixing(alpha: 2 * alpha, tuning: tuning)
    let grown = units * mixing + 1
    let ratio = estimate / standardError
    let exponent = ratio * ratio * units * mixing / (2 * grown)
    let p = grown.squareRoot() / (2 * expm1(exponent))
    return min(Self.largestOneSidedP, max(Self.smallestOneSidedP, p))
  }

  /// The n-th root of a number between 0 and 1.
  static func root(_ x: Double, _ n: Double) -> Double { exp(log(x) / n) }

  package static let smallestOneSidedP = 1e-5
  package static let largestOneSidedP = 0.4999
}
