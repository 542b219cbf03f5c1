extension Comparison {
  /// Compares the sums of two arms. A covariate that differs among persons adjusts the values (CUPED).
  package init(
    _ kind: MetricKind, control: Moments, variant: Moments,
    _ settings: ComparisonSettings = ComparisonSettings()
  ) {
    let slope = Self.slope(kind, control, variant)
    let a = Sample(kind, control, slope: slope)
    let b = Sample(kind, variant, slope: slope)
    self.init(control: a.arm, variant: b.arm)
    gap = Self.gap(a, b)
    if kind == .ratio, gap != .noUnits,
      [control, variant].contains(where: { $0.denominatorSum == 0 })
    {
      gap = .noDenominator
    }
    guard gap == nil else {
      pooled = Self.pooled(kind, control: control, variant: variant, settings)
      return
    }
    let (errorA, errorB) = (a.variance / a.units, b.variance / b.units)
    let freedom = Self.welch(a, b)
    let units = control.units + variant.units
    let difference = b.mean - a.mean
    absolute = Effect(
      difference, standardError: (errorA + errorB).squareRoot(), degreesOfFreedom: freedom,
      units: units, settings,
      prior: settings.prior.map { $0.scaled(by: abs(a.unadjusted)) })
    relative = Effect(
      difference / abs(a.unadjusted), standardError: Self.relativeVariance(a, b).squareRoot(),
      degreesOfFreedom: freedom, units: units, settings, prior: settings.prior)
    adjustment = slope.map { slope in
      let plainA = Sample(kind, control, slope: nil)
      let plainB = Sample(kind, variant, slope: nil)
      let before = plainA.variance / plainA.units + plainB.variance / plainB.units
      return Adjustment(slope: slope, varianceRemoved: 1 - (errorA + errorB) / before)
    }
  }

  /// The variance of no effect: that of both arms together, per denominator.
  private static func pooled(
    _ kind: MetricKind, control: Moments, variant: Moments, _ settings: ComparisonSettings
  ) -> Effect? {
    let both = Sample(kind, control + variant, slope: nil).arm
    let (a, b) = (Sample(kind, control, slope: nil).arm, Sample(kind, variant, slope: nil).arm)
    guard a.denominators > 0, b.denominators > 0, both.variance > 0 else { return nil }
    let each = both.variancePerDenominator
    return Effect(
      b.value - a.value,
      standardError: (each / a.denominators + each / b.denominators).squareRoot(),
      degreesOfFreedom: .infinity, units: both.units, settings, prior: nil)
  }

  private static func gap(_ a: Sample, _ b: Sample) -> Gap? {
    if a.units < 1 || b.units < 1 { return .noUnits }
    if a.variance <= 0 || b.variance <= 0 { return .noVariance }
    if a.mean == 0 || a.unadjusted == 0 { return .zeroControl }
    return relativeVariance(a, b) > 0 ? nil : .noVariance
  }

  /// cov(y, x) / var(x) over both arms together; of a ratio, the covariances and variances within each
  /// arm are summed up, as GrowthBook does. `nil` if it is 0: there is nothing to adjust by.
  private static func slope(
    _ kind: MetricKind, _ control: Moments, _ variant: Moments
  ) -> Double? {
    let slope: Double
    switch kind {
    case .proportion, .mean:
      let both = control + variant
      let spread = both.covariateVariance
      guard spread > 0, both.variance > 0 else { return nil }
      slope = both.covariateCovariance / spread
    case .ratio:
      let spread = control.covariateVariance + variant.covariateVariance
      guard spread > 0, control.denominatorSum != 0, variant.denominatorSum != 0 else { return nil }
      slope = (control.ratioCovariateCovariance + variant.ratioCovariateCovariance) / spread
    }
    return slope == 0 ? nil : slope
  }

  /// Returns Welch's degrees of freedom; also for the relative effect.
  private static func welch(_ a: Sample, _ b: Sample) -> Double {
    let (errorA, errorB) = (a.variance / a.units, b.variance / b.units)
    let sum = errorA + errorB
    let freedom =
      sum * sum / (errorA * errorA / (a.units - 1) + errorB * errorB / (b.units - 1))
    return freedom > 0 ? freedom : .infinity
  }

  /// The delta method on a quotient of two means. With an adjustment the control's mean and its adjusted
  /// mean are correlated, which GrowthBook counts since 2025 and its version 0.8.0 did not.
  private static func relativeVariance(_ a: Sample, _ b: Sample) -> Double {
    let square = a.unadjusted * a.unadjusted
    // GrowthBook follows the adjusted difference for a ratio alone.
    let lift =
      a.kind == .ratio ? 1 + (b.mean - a.mean) / a.unadjusted : b.unadjusted / a.unadjusted
    let variant = b.variance / (b.units * square)
    let control =
      a.plainVariance * lift * lift - 2 * lift * a.slopedCovariance + a.slopedVariance
    return variant + control / (a.units * square)
  }
}

/// One arm's value with its variance.
private struct Sample {
  var kind: MetricKind
  var arm: Comparison.Arm
  var units: Double
  /// The adjusted mean.
  var mean: Double
  var unadjusted: Double
  /// The adjusted variance.
  var variance: Double
  var plainVariance: Double
  /// θ · cov(y, x) and θ² · var(x); 0 without an adjustment.
  var slopedCovariance: Double
  var slopedVariance: Double

  init(_ kind: MetricKind, _ moments: Moments, slope: Double?) {
    self.kind = kind
    units = Double(moments.units)
    switch kind {
    case .proportion where slope == nil:
      unadjusted = moments.mean
      // Without n − 1, as GrowthBook computes it.
      plainVariance = unadjusted * (1 - unadjusted)
    case .proportion, .mean:
      unadjusted = moments.mean
      plainVariance = moments.variance
    case .ratio:
      (unadjusted, plainVariance) = moments.ratio
    }
    let theta = slope ?? 0
    let covariance =
      kind == .ratio ? moments.ratioCovariateCovariance : moments.covariateCovariance
    slopedCovariance = theta * (slope == nil ? 0 : covariance)
    slopedVariance = theta * theta * (slope == nil ? 0 : moments.covariateVariance)
    mean = unadjusted - theta * (slope == nil ? 0 : moments.covariateMean)
    variance = plainVariance + slopedVariance - 2 * slopedCovariance
    let isRatio = kind == .ratio
    let denominators = isRatio ? Double(moments.denominatorSum) : units
    let squares = isRatio ? Double(moments.denominatorSquares) : units
    arm = Comparison.Arm(
      units: moments.units, value: unadjusted, variance: variance, denominators: denominators,
      independent: squares > 0 ? denominators * denominators / squares : 0)
  }
}

extension Moments {
  /// ΣM / ΣD and the variance of one person's share in it, by the delta method; 0 without a
  /// denominator.
  fileprivate var ratio: (value: Double, variance: Double) {
    guard denominatorSum != 0, units > 1 else { return (0, 0) }
    let (m, d) = (mean, denominatorMean)
    let variance =
      self.variance / (d * d) - 2 * ratioCovariance * m / (d * d * d)
      + m * m * denominatorVariance / (d * d * d * d)
    return (Double(sum) / Double(denominatorSum), variance)
  }

  /// The covariance of one person's share in ΣM / ΣD with the covariate, by the delta method; 0
  /// without a denominator.
  fileprivate var ratioCovariateCovariance: Double {
    guard denominatorSum != 0, units > 1 else { return 0 }
    let (m, d) = (mean, denominatorMean)
    return covariateCovariance / d - m * denominatorCovariateCovariance / (d * d)
  }
}

extension ComparisonSettings.Prior {
  /// Returns the prior of the absolute difference, for the control's value.
  fileprivate func scaled(by value: Double) -> ComparisonSettings.Prior {
    ComparisonSettings.Prior(mean: mean * value, deviation: deviation * value)
  }
}
