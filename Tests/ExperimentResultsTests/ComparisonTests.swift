import ExperimentResults
import PaywallCatalog
import Testing

@Suite("comparisons")
struct ComparisonTests {
  static let control = Moments(units: 10_000, successes: 500)
  static let variant = Moments(units: 10_000, successes: 560)

  static func comparison(
    _ settings: ComparisonSettings = ComparisonSettings(prior: nil)
  ) -> Comparison {
    Comparison(.proportion, control: control, variant: variant, settings)
  }

  /// gbstats 0.8.0 of 500 and 560 of 10,000: the figures of its documentation's kind of example.
  @Test func `a lift has its known intervals`() throws {
    let effect = try #require(Self.comparison().relative)
    #expect(isClose(effect.estimate, 0.12, 1e-14))
    #expect(isClose(effect.standardError, 0.0670665341, 1e-9))
    #expect(isClose(effect.fixed.lower, -0.0114559705, 1e-8))
    #expect(isClose(effect.fixed.upper, 0.2514559705, 1e-9))
    #expect(isClose(effect.p, 0.0735868443, 1e-9))
    #expect(isClose(effect.sequential.lower, -0.0897247074, 1e-8))
    #expect(isClose(effect.sequential.upper, 0.3297247074, 1e-9))
    #expect(effect.sequentialP == 1)
    #expect(isClose(effect.posterior.chanceToWin, 0.9632141634, 1e-9))
    #expect(isClose(effect.posterior.riskOfControl, 0.1209835821, 1e-9))
    #expect(isClose(effect.posterior.riskOfVariant, 0.0009835821, 1e-6))
    let absolute = try #require(Self.comparison().absolute)
    #expect(isClose(absolute.p, 0.0582497180, 1e-8))
    let prior = try #require(Self.comparison(ComparisonSettings()).relative).posterior
    #expect(isClose(prior.mean, 0.1142882298, 1e-9))
    #expect(isClose(prior.chanceToWin, 0.9596089393, 1e-9))
  }

  @Test func `where less is better the variant loses`() throws {
    let better = try #require(Self.comparison().relative).posterior
    let worse = try #require(
      Self.comparison(ComparisonSettings(direction: .lowerIsBetter, prior: nil)).relative
    ).posterior
    #expect(isClose(worse.chanceToWin, 1 - better.chanceToWin, 1e-12))
    #expect(worse.riskOfVariant == better.riskOfControl)
  }

  /// Beyond 37 deviations nothing is left of one of the two (gbstats).
  @Test func `a certain effect has no risk`() throws {
    let sure = Comparison(
      .proportion, control: Moments(units: 1_000_000, successes: 100_000),
      variant: Moments(units: 1_000_000, successes: 200_000), ComparisonSettings(prior: nil))
    let posterior = try #require(sure.relative).posterior
    #expect(posterior.riskOfVariant == 0)
    #expect(posterior.riskOfControl == posterior.mean)
    #expect(posterior.chanceToWin == 1)
  }

  /// The trapezoids of the drawn density hold all of it but the tails beyond 4 deviations.
  @Test func `the density that is drawn has the area 1`() throws {
    let points = try #require(Self.comparison().relative).posterior.density(points: 201)
    let area = zip(points, points.dropFirst()).reduce(0.0) { sum, pair in
      sum + (pair.1.effect - pair.0.effect) * (pair.0.density + pair.1.density) / 2
    }
    #expect(abs(area - 0.99993666) < 1e-5)
    var flat = try #require(Self.comparison().relative).posterior
    flat.deviation = 0
    #expect(flat.density().isEmpty)
  }

  @Test(arguments: MetricKind.allCases)
  func `nothing to compare is a gap, not a number`(_ kind: MetricKind) {
    let none = Comparison(kind, control: Moments(), variant: Self.variant)
    #expect(none.gap == .noUnits)
    #expect(none.relative == nil && none.absolute == nil)
    let one = Comparison(kind, control: Moments(units: 1, successes: 1), variant: Self.variant)
    #expect(one.gap == (kind == .ratio ? .noDenominator : .noVariance))
  }

  /// The money that persons spent before explains half of the money that they spend after.
  @Test func `a covariate takes its part of the variance away`() throws {
    var (control, variant) = (Moments(), Moments())
    for index in 0..<1000 {
      let (before, noise) = (Int64(index % 10), Int64((index / 10) % 10))
      control.add(10 * before + 10 * noise, covariate: before)
      variant.add(10 * before + 10 * noise + 5, covariate: before)
    }
    let comparison = Comparison(.mean, control: control, variant: variant)
    let adjustment = try #require(comparison.adjustment)
    #expect(isClose(adjustment.slope, 10, 1e-12))
    #expect(isClose(adjustment.varianceRemoved, 0.5, 1e-12))
    #expect(comparison.control.value == 90)
    #expect(isClose(comparison.absolute?.estimate, 5, 1e-12))
  }

  /// Each person of 1,000 divides by 1 to 3, and what was spent before says a part of it.
  @Test func `a ratio is adjusted, and without a denominator there is none`() throws {
    var (control, variant, nothing) = (Moments(), Moments(), Moments())
    for index in 0..<1000 {
      let (before, per, noise) = (
        Int64(index % 10), Int64(1 + index % 3), Int64((index / 10) % 10)
      )
      control.add(10 * before + noise, per: per, covariate: before)
      variant.add(10 * before + noise + 5, per: per, covariate: before)
      nothing.add(0, covariate: before)
    }
    let comparison = Comparison(.ratio, control: control, variant: variant)
    #expect(try #require(comparison.adjustment).varianceRemoved > 0.5)
    #expect(isClose(comparison.control.value, 49_500 / 1_999, 1e-12))
    let (all, none) = (control, nothing)
    for (one, other) in [(all, none), (none, all), (none, none)] {
      let empty = Comparison(.ratio, control: one, variant: other)
      #expect(empty.gap == .noDenominator)
      #expect(empty.relative == nil && empty.absolute == nil && empty.adjustment == nil)
      for direction in [Direction.higherIsBetter, .lowerIsBetter] {
        let guardrail = Guardrail(
          metric: .refundShare, variant: "trial", direction: direction, comparison: empty)
        #expect(guardrail.state == .unknown)
      }
    }
  }

  @Test func `alpha is shared by the variants`() {
    let settings = ComparisonSettings(alpha: 0.05)
    #expect(settings.shared(by: 2).alpha == 0.025)
    #expect(settings.shared(by: 0).alpha == 0.05)
  }
}
