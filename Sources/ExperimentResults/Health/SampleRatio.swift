/// Whether visitors are distributed among the variants in the intended ratio: Pearson's χ² test of
/// goodness of fit. A mismatch means that assignment or counting is broken and no result can be
/// trusted.
package struct SampleRatio: Hashable, Sendable {
  /// Σ (observed − expected)² / expected.
  package var statistic: Double
  /// The number of variants with a width, minus one.
  package var degreesOfFreedom: Int
  /// The probability that chance alone deviates at least this much; 1 if there is nothing to test.
  package var p: Double
  package var verdict: Verdict

  package enum Verdict: String, CaseIterable, Sendable {
    case balanced
    case mismatch
    /// A variant is expected to have fewer than eight visitors: χ² is not meaningful yet.
    case tooFewVisitors
    /// Fewer than two variants have a width, or the numbers of counts and widths differ.
    case nothingToCompare
  }

  /// The probability below which a mismatch is reported (as in GrowthBook and Statsig): checked
  /// every day, 0.05 would give false alarms in most experiments.
  package static let threshold = 0.001
  /// The expected visitors that each variant needs. Expected, not observed: a variant without any
  /// visitor is the worst mismatch, not too small a sample.
  package static let leastExpected = 8.0

  /// Tests counts against open widths, which assignment uses (not the shares, which traffic rounds
  /// down). Variants without a width are left out, also of the degrees of freedom.
  package static func check(observed: [Int], expected widths: [Int]) -> SampleRatio {
    let arms = zip(observed, widths).filter { $0.1 > 0 }
    guard observed.count == widths.count, arms.count > 1, arms.allSatisfy({ $0.0 >= 0 }) else {
      return SampleRatio(statistic: 0, degreesOfFreedom: 0, p: 1, verdict: .nothingToCompare)
    }
    let visitors = arms.reduce(0.0) { $0 + Double($1.0) }
    let width = arms.reduce(0.0) { $0 + Double($1.1) }
    let expected = arms.map { visitors * Double($0.1) / width }
    let freedom = arms.count - 1
    guard visitors > 0 else {
      return SampleRatio(
        statistic: 0, degreesOfFreedom: freedom, p: 1, verdict: .tooFewVisitors)
    }
    let statistic = zip(arms, expected).reduce(0.0) { sum, arm in
      let distance = Double(arm.0.0) - arm.1
      return sum + distance * distance / arm.1
    }
    let p = ChiSquareDistribution.survival(statistic, degreesOfFreedom: freedom)
    let isEnough = expected.allSatisfy { $0 >= leastExpected }
    return SampleRatio(
      statistic: statistic, degreesOfFreedom: freedom, p: p,
      verdict: !isEnough ? .tooFewVisitors : p < threshold ? .mismatch : .balanced)
  }
}
