extension Posterior {
  /// A normal likelihood with a normal prior: precisions add.
  init(
    estimate: Double, standardError: Double, prior: ComparisonSettings.Prior?, alpha: Double,
    direction: Direction
  ) {
    let data = standardError * standardError
    if let prior, prior.deviation > 0 {
      let before = prior.deviation * prior.deviation
      let precision = 1 / data + 1 / before
      mean = (estimate / data + prior.mean / before) / precision
      deviation = (1 / precision).squareRoot()
    } else {
      mean = estimate
      deviation = standardError
    }
    let z = mean / deviation
    let loss = Self.expectedLosses(mean, deviation)
    let isHigherBetter = direction == .higherIsBetter
    chanceToWin = isHigherBetter ? NormalDistribution.cumulative(z) : NormalDistribution.survival(z)
    riskOfControl = isHigherBetter ? loss.above : loss.below
    riskOfVariant = isHigherBetter ? loss.below : loss.above
    interval = Interval(
      around: mean, -NormalDistribution.quantile(alpha / 2) * deviation)
  }

  /// E[max(x, 0)] and E[max(−x, 0)]. Beyond 37 deviations one of them is 0 to the last bit.
  private static func expectedLosses(
    _ mean: Double, _ deviation: Double
  ) -> (above: Double, below: Double) {
    let z = mean / deviation
    if abs(z) > 37 { return (max(mean, 0), max(-mean, 0)) }
    // μΦ(z) + σφ(z), and the same for −μ.
    let density = deviation * NormalDistribution.density(z)
    return (
      mean * NormalDistribution.cumulative(z) + density,
      density - mean * NormalDistribution.survival(z)
    )
  }
}
