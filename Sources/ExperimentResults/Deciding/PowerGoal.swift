import SystemLibrary

/// The effect that a test must find, and the test.
package struct PowerGoal: Hashable, Sendable {
  /// The relative effect, 0.1 is 10 %.
  package var smallest: Double = 0.1
  /// The probability of finding it for all goals together.
  package var power: Double = 0.8
  package var alpha: Double = 0.05
  package var goals: Int = 1
  /// Goals × variants that the p values are corrected for.
  package var tests: Int = 1
  /// The tuning of the sequential interval; `nil` is one look at the end.
  package var tuning: Double? = 5000
}

extension PowerGoal {
  /// The probability of finding the effect once there are 1 + `factor` times as many persons.
  package func power(of comparison: Comparison, factor: Double = 0) -> Double? {
    guard let effect = comparison.relative, goals > 0, tests > 0 else { return nil }
    let units = Double(comparison.units)
    let error = effect.standardError / (1 + factor).squareRoot()
    let share = alpha / Double(tests)
    let reach =
      if let tuning {
        ConfidenceSequence(alpha: share, tuning: tuning)
          .halfWidth(standardError: error, units: units * (1 + factor))
      } else {
        -NormalDistribution.quantile(share / 2) * error
      }
    let size = abs(smallest)
    return NormalDistribution.survival((reach - size) / error)
      + NormalDistribution.cumulative(-(reach + size) / error)
  }

  /// By how much the sample must grow, 0 if it suffices: doubled until it does, then halved until the
  /// power is within 10⁻⁵ of what is asked (GrowthBook's rule, with its limits). `nil` beyond 2²⁷.
  package func factor(for comparison: Comparison) -> Double? {
    let asked = pow(power, 1 / Double(max(1, goals)))
    func excess(_ factor: Double) -> Double? {
      self.power(of: comparison, factor: factor).map { $0 - asked }
    }
    guard let now = excess(0) else { return nil }
    if now > 0 { return 0 }
    var (low, factor) = (0.0, 1.0)
    var doublings = 0
    while let lacking = excess(factor), lacking < 0 {
      guard doublings < 27 else { return nil }
      factor *= 2
      doublings += 1
    }
    var high = factor
    for _ in 0..<100 {
      guard let over = excess(factor) else { return nil }
      if over > 0 { high = factor } else { low = factor }
      factor = (low + high) / 2
      if let left = excess(factor), abs(left) < 1e-5 { return factor }
    }
    return factor
  }
}
