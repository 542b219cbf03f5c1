extension Effect {
  /// All intervals of an estimate with its standard error, over the persons of both arms.
  init(
    _ estimate: Double, standardError: Double, degreesOfFreedom: Double, units: Int,
    _ settings: ComparisonSettings, prior: ComparisonSettings.Prior?
  ) {
    let (alpha, error) = (settings.alpha, standardError)
    let t = estimate / error
    func halfWidth(_ share: Double) -> Double {
      error * StudentDistribution.upperQuantile(share, degreesOfFreedom: degreesOfFreedom)
    }
    func above(_ t: Double) -> Double {
      StudentDistribution.survival(t, degreesOfFreedom: degreesOfFreedom)
    }
    let oneSided = halfWidth(alpha)
    let sequence = ConfidenceSequence(alpha: alpha, tuning: settings.tuning)
    let persons = Double(units)
    let open = sequence.oneSidedHalfWidth(standardError: error, units: persons)
    self.init(
      estimate: estimate, standardError: error, degreesOfFreedom: degreesOfFreedom,
      fixed: Interval(around: estimate, halfWidth(alpha / 2)),
      fixedAtLeast: Interval(lower: estimate - oneSided, upper: .infinity),
      fixedAtMost: Interval(lower: -.infinity, upper: estimate + oneSided),
      sequential: Interval(
        around: estimate, sequence.halfWidth(standardError: error, units: persons)),
      sequentialAtLeast: Interval(lower: estimate - open, upper: .infinity),
      sequentialAtMost: Interval(lower: -.infinity, upper: estimate + open),
      p: min(1, 2 * above(abs(t))), pAtMostZero: above(t), pAtLeastZero: above(-t),
      sequentialP: sequence.p(estimate: estimate, standardError: error, units: persons),
      sequentialPAtMostZero: sequence.oneSidedP(
        estimate: estimate, standardError: error, units: persons),
      sequentialPAtLeastZero: sequence.oneSidedP(
        estimate: -estimate, standardError: error, units: persons),
      posterior: Posterior(
        estimate: estimate, standardError: error, prior: prior, alpha: alpha,
        direction: settings.direction))
  }
}
