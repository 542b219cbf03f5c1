import ExperimentResults
import TestSupport
import Testing

struct PowerTests {
  /// `packages/shared/test/power.test.ts` of GrowthBook: mean 10, lift 5 %, 400,000 visitors, three
  /// arms; the digits beyond the published five by mpmath 1.3.0 from the formulas.
  @Test(
    arguments: [
      (nil, 0.52144, 0.52144091916029717437, 0.07027, 0.07027249875172062871),
      (5000, 0.20596, 0.20595674320506619974, 0.12821, 0.12820917266228533089),
    ] as [(Double?, Double, Double, Double, Double)])
  func `power and least lift have the values of GrowthBook`(
    tuning: Double?, publishedPower: Double, power: Double, publishedLift: Double, lift: Double
  ) {
    let plan = PowerPlan(
      Baseline(mean: 10, variance: 3909.9997749994377), arms: 3, sequentialTuning: tuning)
    let found = plan.power(lift: 0.05, visitors: 400_000).value
    let least = plan.minimumLift(visitors: 400_000).value
    #expect(abs((found ?? 0) - publishedPower) < 5e-6)
    #expect(isClose(found, power, 1e-12))
    #expect(abs((least ?? 0) - publishedLift) < 5e-6)
    #expect(isClose(least, lift, 1e-12))
  }

  struct Needed: Sendable {
    var lift: Double
    var baseline: Double
    var shares: (Double, Double)
    /// Not yet rounded up.
    var visitors: Double
    /// With the visitors rounded up.
    var power: Double
    var least: Double
  }

  /// Roots of lift = (z + z) standard errors to 60 digits (mpmath 1.3.0), written down from the
  /// formula of the error and solved numerically.
  static let needed = [
    Needed(
      lift: 0.1, baseline: 0.04, shares: (0.5, 0.5), visitors: 83260.916221975143611,
      power: 0.80000135515941377108, least: 0.099999947054192604165),
    Needed(
      lift: 0.1, baseline: 0.04, shares: (0.6, 0.4), visitors: 85081.856320344132423,
      power: 0.80000162281399559695, least: 0.099999911991685507014),
    Needed(
      lift: 0.02, baseline: 0.3, shares: (0.5, 0.5), visitors: 186839.96578293529744,
      power: 0.80000103238105653812, least: 0.019999998150148537355),
    Needed(
      lift: 0.5, baseline: 0.01, shares: (0.9, 0.1), visitors: 38851.954685027994049,
      power: 0.80000141795978042088, least: 0.49999968758514641217),
    Needed(
      lift: 0.1, baseline: 0.04, shares: (0.25, 0.25), visitors: 166521.83244395028722,
      power: 0.80000135515941377108, least: 0.099999947054192604165),
  ]

  @Test(arguments: needed)
  func `visitors, power and least lift agree with each other and with the formulas`(_ row: Needed) {
    let plan = PowerPlan(
      Baseline(proportion: row.baseline), controlShare: row.shares.0, variantShare: row.shares.1)
    let visitors = row.visitors.rounded(.up)
    #expect(plan.visitors(lift: row.lift) == .known(visitors))
    #expect(isClose(plan.power(lift: row.lift, visitors: visitors).value, row.power, 1e-12))
    #expect(isClose(plan.minimumLift(visitors: visitors).value, row.least, 1e-11))
  }

  @Test func `a loss needs other numbers than a gain`() {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2)
    #expect(plan.visitors(lift: -0.1) == .known(68_192))
    #expect(
      isClose(plan.power(lift: -0.1, visitors: 68_192).value, 0.80000632535721695765, 1e-12))
  }

  @Test func `alpha and power are asked for`() {
    let baseline = Baseline(mean: 12.5, variance: 900)
    #expect(PowerPlan(baseline, arms: 2).visitors(lift: 0.05) == .known(76_043))
    let strict = PowerPlan(baseline, arms: 2, alpha: 0.01, power: 0.9)
    #expect(strict.visitors(lift: 0.05) == .known(144_157))
  }

  /// 261176.559… by mpmath from the formulas.
  @Test func `looking every day needs more visitors`() {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2, sequentialTuning: 5000)
    #expect(plan.visitors(lift: 0.1) == .known(261_177))
  }

  @Test(
    arguments: [
      (0, .zeroBaseline), (1, .noVariance), (-0.1, .invalidBaseline), (1.1, .invalidBaseline),
      (.nan, .invalidBaseline), (.infinity, .invalidBaseline),
    ] as [(Double, Estimate.Gap)])
  func `a baseline that says nothing gives a cause and no number`(
    share: Double, gap: Estimate.Gap
  ) {
    let plan = PowerPlan(Baseline(proportion: share), arms: 2)
    #expect(plan.visitors(lift: 0.1) == .unknown(gap))
    #expect(plan.power(lift: 0.1, visitors: 1000) == .unknown(gap))
    #expect(plan.minimumLift(visitors: 1000) == .unknown(gap))
  }

  @Test(
    arguments: [
      (0, .noLift), (-1.5, .impossibleLift), (30, .impossibleLift), (.nan, .impossibleLift),
    ] as [(Double, Estimate.Gap)])
  func `a lift that cannot be gives a cause and no number`(lift: Double, gap: Estimate.Gap) {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2)
    #expect(plan.visitors(lift: lift) == .unknown(gap))
    #expect(plan.power(lift: lift, visitors: 1000) == .unknown(gap))
  }

  @Test func `too few visitors, or none, find no lift`() {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2)
    #expect(plan.minimumLift(visitors: 0) == .unknown(.noVisitors))
    #expect(plan.power(lift: 0.1, visitors: 0) == .unknown(.noVisitors))
    // nA ≤ z² v / m² = 2.8016² · 0.96 / 0.04 = 188.4 (ExperimentResults.md § 1).
    #expect(plan.minimumLift(visitors: 376) == .unknown(.tooFewVisitors))
    #expect(
      PowerPlan(Baseline(mean: 10, variance: 2400), arms: 2).minimumLift(visitors: 378).value != nil
    )
    #expect(
      PowerPlan(Baseline(mean: 10, variance: 2400), arms: 2).minimumLift(visitors: 376)
        == .unknown(.tooFewVisitors))
  }

  @Test(arguments: [(0, 0.5), (0.5, 0), (0.7, 0.7), (.nan, 0.5), (1, 0.5)])
  func `shares that cannot be give a cause and no number`(control: Double, variant: Double) {
    let plan = PowerPlan(
      Baseline(proportion: 0.04), controlShare: control, variantShare: variant)
    #expect(plan.visitors(lift: 0.1) == .unknown(.invalidDesign))
  }

  @Test func `visitors that are needed are just enough, whatever the numbers`() {
    var numbers = SplitMix(state: 21)
    for _ in 0..<500 {
      let plan = PowerPlan(
        Baseline(proportion: .random(in: 0.001...0.6, using: &numbers)),
        controlShare: .random(in: 0.05...0.5, using: &numbers),
        variantShare: .random(in: 0.05...0.5, using: &numbers),
        power: .random(in: 0.6...0.99, using: &numbers),
        sequentialTuning: Bool.random(using: &numbers) ? 5000 : nil)
      let lift = Double.random(in: 0.02...0.6, using: &numbers)
      guard let visitors = plan.visitors(lift: lift).value else {
        Issue.record("no number for \(plan)")
        continue
      }
      #expect((plan.power(lift: lift, visitors: visitors).value ?? 0) >= plan.power)
      // The far tail, which the needed number leaves out, is below 10⁻⁴ here.
      #expect((plan.power(lift: lift, visitors: visitors - 2).value ?? 1) < plan.power + 1e-4)
    }
  }

  @Test(
    arguments: [
      (83_261, 2_000, 42), (14_000, 2_000, 7), (14_001, 2_000, 14), (1, 1_000_000, 7),
    ] as [(Double, Double, Int)])
  func `days are whole weeks`(visitors: Double, perDay: Double, days: Int) {
    #expect(Runtime.days(for: visitors, perDay: perDay) == days)
  }

  @Test func `no visitors never get there`() {
    #expect(Runtime.days(for: 100, perDay: 0) == nil)
    #expect(Runtime.days(for: .infinity, perDay: 3) == nil)
    #expect(Runtime.days(for: 1e300, perDay: 1e-9) == nil)
  }
}
