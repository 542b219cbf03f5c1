import SystemLibrary

/// The χ² distribution with a whole number of degrees of freedom.
package enum ChiSquareDistribution {
  /// The share of values above `x`. A finite sum of positive terms (Abramowitz and Stegun 26.4.4 and
  /// 26.4.5), so that a share of 10⁻³⁰⁰ is as exact as one of 0.5; 1 without degrees of freedom.
  package static func survival(_ x: Double, degreesOfFreedom: Int) -> Double {
    guard x > 0, degreesOfFreedom > 0 else { return 1 }
    guard x.isFinite else { return 0 }
    let half = x / 2
    let isOdd = degreesOfFreedom % 2 == 1
    // The terms are e^−h · h^i / Γ(i + 1), with i = 0, 1, … or i = 1/2, 3/2, …; in units of the first
    // one, of which the logarithm is kept, because e^−h alone is 0 from 745 on.
    var logarithm = isOdd ? 0.5 * log(half) - half - 0.5 * log(Double.pi / 4) : -half
    var (term, terms) = (1.0, 0.0)
    for order in 0..<degreesOfFreedom / 2 {
      terms += term
      term *= half / (Double(order) + (isOdd ? 1.5 : 1))
      if term > 1e250 {
        (term, terms) = (term * 1e-250, terms * 1e-250)
        logarithm += 250 * log(10.0)
      }
    }
    let sum = (isOdd ? erfc(half.squareRoot()) : 0) + (terms > 0 ? exp(logarithm + log(terms)) : 0)
    return min(1, sum)
  }
}
