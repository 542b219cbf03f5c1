/// A planned comparison of one variant with the control, by the relative lift of a metric
/// (ExperimentResults.md § 1): the error is that of the delta method, two-sided. The variant of a share
/// p₂ has the variance p₂(1 − p₂); that of a mean is not known before it ran, and is the control's.
package struct PowerPlan: Hashable, Sendable {
  package var baseline: Baseline
  /// The parts of the enrolled visitors that see the control and the variant.
  package var controlShare: Double
  package var variantShare: Double
  /// The probability of detecting a difference that does not exist.
  package var alpha: Double
  /// The probability of detecting an existing difference.
  package var power: Double
  /// For a test that may be checked every day (an asymptotic confidence sequence, Waudby-Smith et
  /// al., arXiv 2103.06476): the number of visitors it is tightest at. `nil` is a test at the end.
  package var sequentialTuning: Double?
  /// Variants that are compared with the control, each at its part of alpha (Bonferroni).
  package var comparisons = 1

  package init(
    _ baseline: Baseline, controlShare: Double, variantShare: Double, alpha: Double = 0.05,
    power: Double = 0.8, sequentialTuning: Double? = nil
  ) {
    self.baseline = baseline
    self.controlShare = controlShare
    self.variantShare = variantShare
    self.alpha = alpha
    self.power = power
    self.sequentialTuning = sequentialTuning
  }

  /// The given number of arms, all of the same size.
  package init(
    _ baseline: Baseline, arms: Int, alpha: Double = 0.05, power: Double = 0.8,
    sequentialTuning: Double? = nil
  ) {
    self.init(
      baseline, controlShare: 1 / Double(arms), variantShare: 1 / Double(arms), alpha: alpha,
      power: power, sequentialTuning: sequentialTuning)
  }
}

extension PowerPlan {
  /// The probability of detecting a lift (0.1 is 10 %) with this number of enrolled visitors, 0…1.
  package func power(lift: Double, visitors: Double) -> Estimate {
    if let gap = gap ?? self.gap(lift: lift) ?? Self.gap(visitors: visitors) {
      return .unknown(gap)
    }
    let error = (relativeVariance(lift: lift) / visitors * inflation(visitors)).squareRoot()
    let distance = lift / error
    return .known(
      NormalDistribution.survival(edge - distance) + NormalDistribution.survival(edge + distance))
  }

  /// The smallest lift that is detected with the required power and this number of enrolled
  /// visitors.
  package func minimumLift(visitors: Double) -> Estimate {
    if let gap = gap ?? Self.gap(visitors: visitors) { return .unknown(gap) }
    let scale = reach * reach * inflation(visitors) / visitors
    let mean = abs(baseline.mean)
    // (x − m)² = z² (w/nB + v x² / (m² nA)), for the mean x of the variant and its variance w, which is
    // x(1 − x) of a share and v of a mean: a x² − 2 b x + c = 0.
    var square = 1 - scale * baseline.variance / (controlShare * mean * mean)
    var linear = mean
    var constant = mean * mean
    if baseline.isProportion {
      square += scale / variantShare
      linear += scale / variantShare / 2
    } else {
      constant -= scale * baseline.variance / variantShare
    }
    let inside = linear * linear - square * constant
    guard square > 0, inside >= 0 else { return .unknown(.tooFewVisitors) }
    let found = (linear + inside.squareRoot()) / square
    guard !baseline.isProportion || found <= 1 else { return .unknown(.tooFewVisitors) }
    return .known(found / mean - 1)
  }

  /// The number of visitors to enrol, in all arms together, to detect a lift with the required
  /// power; a whole number.
  package func visitors(lift: Double) -> Estimate {
    if let gap = gap ?? self.gap(lift: lift) { return .unknown(gap) }
    let needed = reach * reach * relativeVariance(lift: lift) / (lift * lift)
    guard sequentialTuning != nil else { return .known(needed.rounded(.up)) }
    return .known(sequentialVisitors(atLeast: needed))
  }

  /// The variance of the relative lift, for one visitor: w/(m² wB) + v(1 + δ)²/(m² wA), with the variance
  /// w of the variant.
  private func relativeVariance(lift: Double) -> Double {
    let square = baseline.mean * baseline.mean
    let reached = baseline.mean * (1 + lift)
    let variant = baseline.isProportion ? reached * (1 - reached) : baseline.variance
    let control = baseline.variance * (1 + lift) * (1 + lift)
    return (variant / variantShare + control / controlShare) / square
  }

  /// The part of alpha of one comparison.
  private var share: Double { alpha / Double(comparisons) }

  /// z of 1 − α/2.
  private var edge: Double { -NormalDistribution.quantile(share / 2) }

  /// The number of standard errors at which a lift is detected with the required power.
  private var reach: Double { edge + NormalDistribution.quantile(power) }
}

extension PowerPlan {
  /// The cost of checking every day, as a factor of the variance.
  private func inflation(_ visitors: Double) -> Double {
    guard let sequentialTuning else { return 1 }
    let compared = visitors * (controlShare + variantShare)
    let width = ConfidenceSequence(alpha: share, tuning: sequentialTuning)
      .halfWidth(standardError: 1, units: compared)
    return width * width / (edge * edge)
  }

  /// The smallest sufficient number of visitors with its inflation, searched between the number
  /// without inflation and one that is doubled until it suffices.
  private func sequentialVisitors(atLeast needed: Double) -> Double {
    func isEnough(_ visitors: Double) -> Bool { visitors >= needed * inflation(visitors) }
    var low = needed.rounded(.up)
    var high = low
    while !isEnough(high), high < 1e300 { high *= 2 }
    while high - low > 1, high - low > high * 1e-15 {
      let middle = ((low + high) / 2).rounded(.down)
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension PowerPlan {
  private var gap: Estimate.Gap? {
    if let gap = baseline.gap { return gap }
    let shares = [controlShare, variantShare, alpha, power]
    guard shares.allSatisfy({ $0 > 0 && $0 < 1 }), controlShare + variantShare <= 1 + 1e-9,
      comparisons > 0, sequentialTuning.map({ $0 > 0 && $0.isFinite }) ?? true
    else { return .invalidDesign }
    return nil
  }

  private func gap(lift: Double) -> Estimate.Gap? {
    guard lift.isFinite, lift >= -1 else { return .impossibleLift }
    if lift == 0 { return .noLift }
    return baseline.isProportion && baseline.mean * (1 + lift) > 1 ? .impossibleLift : nil
  }

  private static func gap(visitors: Double) -> Estimate.Gap? {
    visitors > 0 && visitors.isFinite ? nil : .noVisitors
  }
}
