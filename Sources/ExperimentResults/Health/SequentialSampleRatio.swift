import SystemLibrary

/// Whether visitors are distributed in the intended ratio, by a test that holds at every moment: it
/// may be looked at as often as one likes, and rings in at most one of 1,000 sound experiments over
/// their whole life. A test with a fixed p < 0.001 that is looked at every 15 minutes for 28 days
/// rings in 3 %.
///
/// The Bayes factor of a Dirichlet–multinomial model against the intended shares θ, with n = Σ x and
/// α = c·θ: ln BF = ln Γ(c) − ln Γ(c + n) + Σ (ln Γ(αᵢ + xᵢ) − ln Γ(αᵢ) − xᵢ ln θᵢ). Under θ it is a
/// martingale that begins with 1, and so is a mean of such factors; by Ville's inequality it ever exceeds
/// 1/p with a probability of at most p (Lindon and Malek 2020, "Anytime-valid inference for multinomial
/// count data", arXiv:2011.03567, equation 3). No number of persons is too small for it.
package enum SequentialSampleRatio {
  /// The weights c of the intended shares, in visitors, that are mixed in equal parts: a small one sees
  /// at once that an arm is nearly empty, a large one that some percent of many persons are missing.
  package static let concentrations = [2.0, 10, 100, 1000, 10_000]

  /// The probability that a sound experiment ever deviates this much, at most 1. `nil` with nothing
  /// to compare (`SampleRatio.check`).
  package static func p(observed: [Int], expected widths: [Int]) -> Double? {
    let arms = zip(observed, widths).filter { $0.1 > 0 }
    guard observed.count == widths.count, arms.count > 1, arms.allSatisfy({ $0.0 >= 0 }) else {
      return nil
    }
    let factors = concentrations.map { logFactor(arms, $0) }
    let largest = factors.max() ?? 0
    let mean = factors.reduce(0) { $0 + exp($1 - largest) } / Double(factors.count)
    return min(1, exp(-largest) / mean)
  }

  /// ln BF of one weight.
  private static func logFactor(_ arms: [(Int, Int)], _ concentration: Double) -> Double {
    let width = arms.reduce(0.0) { $0 + Double($1.1) }
    let visitors = arms.reduce(0.0) { $0 + Double($1.0) }
    var factor = logGamma(concentration) - logGamma(concentration + visitors)
    for (count, open) in arms {
      let share = Double(open) / width
      let prior = concentration * share
      factor += logGamma(prior + Double(count)) - logGamma(prior) - Double(count) * log(share)
    }
    return factor
  }

  /// Returns the logarithm of Γ for a positive number.
  private static func logGamma(_ x: Double) -> Double {
    var sign: Int32 = 0
    return unsafe lgamma_r(x, &sign)
  }
}
