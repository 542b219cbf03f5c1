/// Whether visitors fell among the variants in the ratio that was meant: Pearson's χ² test of goodness
/// of fit. A mismatch says that assignment or counting is broken and no result can be trusted.
package struct SampleRatio: Hashable, Sendable {
  /// Σ (observed − expected)² / expected.
  package var statistic: Double
  /// One less than there are variants with a width.
  package var degreesOfFreedom: Int
  /// How often chance alone is at least this far off; 1 where there is nothing to test.
  package var p: Double
  package var verdict: Verdict

  package enum Verdict: String, CaseIterable, Sendable {
    case balanced
    case mismatch
    /// Some variant would have fewer than eight visitors: χ² says nothing yet.
    case tooFewVisitors
    /// Fewer than two variants have a width, or there are not as many counts as widths.
    case nothingToCompare
  }

  /// A mismatch is called at a probability as small as this (GrowthBook; Statsig's alarm): checked
  /// every day, 0.05 would cry wolf in most experiments.
  package static let threshold = 0.001
  /// As many visitors each variant must expect. Expected, not observed: a variant that gets nobody
  /// is the worst mismatch and not too small a sample.
  package static let leastExpected = 8.0

  /// Tests counts against open widths, which are what assignment draws by (never the shares, which
  /// traffic rounds down). Variants without a width are left out, also of the degrees of freedom.
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
