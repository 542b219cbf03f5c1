@testable import ExperimentResults
import Testing

/// Equality with GrowthBook's gbstats, whose differences are in Statistics.md § 9.
@Suite("gbstats")
struct OracleTests {
  static let oracle = Result { try Oracle.load() }

  /// Compares to 1e-9 of the expected number; `scale` is the size of the operands of a difference.
  static func expect(
    _ value: Double?, _ expected: Double?, scale: Double = 0, _ what: String, _ index: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let isEqual =
      switch (value, expected) {
      case (nil, nil): true
      case (let value?, nil): value.isInfinite
      case (nil, _?): false
      case (let value?, let expected?):
        abs(value - expected) <= 1e-9 * max(abs(expected), scale)
      }
    if !isEqual {
      Issue.record(
        "case \(index), \(what): \(value as Any) instead of \(expected as Any)",
        sourceLocation: location)
    }
  }

  /// gbstats takes 1 − Φ, which is exact to the last bit of 1 and not to that of a small p.
  static func expectShare(_ value: Double?, _ expected: Double?, _ what: String, _ index: Int) {
    let isBelow = (expected ?? 1) < 1e-6
    expect(value, expected, scale: isBelow ? 1e-6 : 0, what, index)
  }

  static func expect(
    _ effect: Effect, is said: Oracle.Outcome, _ interval: Interval, p: Double, _ what: String,
    _ index: Int
  ) {
    expect(effect.estimate, said.estimate, "\(what) estimate", index)
    expect(effect.standardError, said.error, "\(what) error", index)
    expect(interval.lower, said.interval[0], "\(what) lower", index)
    expect(interval.upper, said.interval[1], "\(what) upper", index)
    expectShare(p, said.p, "\(what) p", index)
  }

  static func expect(_ found: Posterior, _ said: Oracle.Belief, _ what: String, _ index: Int) {
    expect(found.mean, said.mean, "\(what) mean", index)
    expect(found.deviation, said.deviation, "\(what) deviation", index)
    expectShare(found.chanceToWin, said.chanceToWin, "\(what) chance", index)
    expect(
      found.riskOfControl, said.risk[0], scale: 1e-6 * found.deviation, "\(what) control", index)
    expect(
      found.riskOfVariant, said.risk[1], scale: 1e-6 * found.deviation, "\(what) variant", index)
    expect(found.interval.lower, said.interval[0], "\(what) lower", index)
    expect(found.interval.upper, said.interval[1], "\(what) upper", index)
  }

  @Test func `intervals, p values and posteriors are those of the source`() throws {
    let cases = try Self.oracle.get().comparisons
    #expect(cases.count >= 400)
    for (index, vector) in cases.enumerated() where vector.source.fixed.gap == nil {
      let flat = try vector.comparison(believing: nil)
      let prior = ComparisonSettings.Prior(mean: vector.prior[0], deviation: vector.prior[1])
      let believed = try vector.comparison(believing: prior)
      let effect = try #require(vector.isRelative ? flat.relative : flat.absolute)
      let other = try #require(vector.isRelative ? believed.relative : believed.absolute)
      let said = vector.source
      Self.expect(effect, is: said.fixed, effect.fixed, p: effect.p, "fixed", index)
      Self.expect(
        effect, is: said.atLeast, effect.fixedAtLeast, p: effect.pAtMostZero, "at least", index)
      Self.expect(
        effect, is: said.atMost, effect.fixedAtMost, p: effect.pAtLeastZero, "at most", index)
      Self.expect(
        effect, is: said.sequential, effect.sequential, p: effect.sequentialP, "sequential", index)
      Self.expect(
        effect.sequentialAtLeast.lower, said.sequentialAtLeast.interval[0], "at least", index)
      Self.expect(
        effect.sequentialAtMost.upper, said.sequentialAtMost.interval[1], "at most", index)
      Self.expect(effect.sequentialPAtMostZero, said.pAtMostZero, "p at most zero", index)
      Self.expect(effect.sequentialPAtLeastZero, said.pAtLeastZero, "p at least zero", index)
      Self.expect(effect.posterior, said.flat, "flat", index)
      Self.expect(other.posterior, said.believed, "believed", index)
    }
  }

  @Test func `where the source says nothing there is a gap`() throws {
    let names: [Comparison.Gap: String] = [
      .noVariance: "ZERO_NEGATIVE_VARIANCE", .zeroControl: "ZERO_NEGATIVE_BASELINE_VARIATION",
    ]
    for vector in try Self.oracle.get().comparisons {
      let comparison = try vector.comparison(believing: nil)
      #expect(comparison.gap.flatMap { names[$0] } == vector.source.fixed.gap)
      #expect((comparison.relative == nil) == (vector.source.fixed.gap != nil))
    }
  }

  /// The two differ as Statistics.md § 9 says.
  @Test func `the released package differs in negative controls and adjusted lifts alone`() throws {
    for vector in try Self.oracle.get().comparisons {
      guard let fixed = vector.released?.fixed, vector.source.fixed.gap == nil else { continue }
      #expect(vector.isRelative)
      if let error = fixed.error {
        #expect(vector.kind == "adjusted")
        // It takes the adjusted variance of the control for that of the value it divides by.
        let plain = try vector.comparison(believing: nil)
        let (a, b) = (plain.control, plain.variant)
        let lift = b.value / a.value
        let variance =
          (b.variance / Double(b.units) + a.variance * lift * lift / Double(a.units))
          / (a.value * a.value)
        #expect(isClose(error, variance.squareRoot(), 1e-9))
      }
      if let estimate = fixed.estimate {
        #expect(try vector.control.moments.sum < 0)
        #expect(isClose(estimate, -vector.source.fixed.estimate, 1e-9))
      }
    }
  }

  @Test func `persons still needed are those of the source`() throws {
    for (index, vector) in try Self.oracle.get().powers.enumerated() {
      let comparison = Comparison(
        MetricKind(rawValue: vector.kind) ?? .mean, control: try vector.control.moments,
        variant: try vector.variant.moments,
        ComparisonSettings(alpha: vector.alpha, tuning: vector.tuning))
      let goal = PowerGoal(
        smallest: vector.smallest, power: vector.power, alpha: vector.alpha, goals: vector.goals,
        tests: vector.goals * (vector.arms - 1), tuning: vector.isSequential ? vector.tuning : nil)
      Self.expectShare(goal.power(of: comparison), vector.source.power, "power", index)
      Self.expect(goal.factor(for: comparison), vector.source.factor, "factor", index)
    }
  }

  @Test func `the impact of all visitors is that of the source`() throws {
    for (index, vector) in try Self.oracle.get().impacts.enumerated() {
      let (control, variant) = (try vector.control.moments, try vector.variant.moments)
      let comparison = Comparison(
        .mean, control: control, variant: variant,
        ComparisonSettings(alpha: vector.alpha, tuning: vector.tuning))
      let impact = ScaledImpact(
        comparison, kind: .mean, units: control.units + variant.units, traffic: vector.share,
        days: Double(vector.days))
      Self.expect(impact?.perDay, vector.source.estimate, "a day", index)
      Self.expect(impact?.interval.lower, vector.source.interval[0], "lower", index)
      Self.expect(impact?.interval.upper, vector.source.interval[1], "upper", index)
    }
  }

  @Test func `sample ratios are those of the source`() throws {
    for (index, vector) in try Self.oracle.get().ratios.enumerated() {
      let ratio = SampleRatio.check(observed: vector.counts, expected: vector.widths)
      Self.expect(ratio.p, vector.p, "p", index)
    }
  }
}
