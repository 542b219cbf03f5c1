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

  /// Roots of lift = (z + z) standard errors to 50 digits (mpmath 1.3.0), written down from the
  /// formula of the error, with p₂(1 − p₂), and solved numerically.
  /// Visitors are not yet rounded up; power and least lift are those of the visitors rounded up.
  @Test(
    arguments: [
      (0.1, 0.04, (0.5, 0.5), 86855.70314030701, 0.8000023009086747, 0.09999981657702592),
      (0.1, 0.04, (0.6, 0.4), 89575.33996825898, 0.8000038501712867, 0.09999960658717327),
      (0.02, 0.3, (0.5, 0.5), 187870.78532137978, 0.8000014086824546, 0.019999988426738537),
      (0.5, 0.01, (0.9, 0.1), 54157.27016700871, 0.800006245346129, 0.4999958489040089),
      (0.1, 0.04, (0.25, 0.25), 173711.40628061403, 0.8000023009086747, 0.09999981657702592),
    ] as [(Double, Double, (Double, Double), Double, Double, Double)])
  func `visitors, power and least lift agree with each other and with the formulas`(
    lift: Double, baseline: Double, shares: (Double, Double), needed: Double, power: Double,
    least: Double
  ) {
    let plan = PowerPlan(
      Baseline(proportion: baseline), controlShare: shares.0, variantShare: shares.1)
    let visitors = needed.rounded(.up)
    #expect(plan.visitors(lift: lift) == .known(visitors))
    #expect(isClose(plan.power(lift: lift, visitors: visitors).value, power, 1e-12))
    #expect(isClose(plan.minimumLift(visitors: visitors).value, least, 1e-11))
  }

  @Test func `a loss needs other numbers than a gain`() {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2)
    #expect(plan.visitors(lift: -0.1) == .known(64_565))
    #expect(
      isClose(plan.power(lift: -0.1, visitors: 64_565).value, 0.8000016609159632808, 1e-12))
  }

  /// Where the control is large the variant's own variance decides: with p₁(1 − p₁) in its place 54,629
  /// visitors were said to find the first one with 80 %, and find it with 75.4 %.
  /// The power is summed over both binomial distributions (scipy 1.17.1), two-sided at 5 %, of the lift.
  @Test(
    arguments: [
      (0.2, 0.9, 63_576, 0.8182889287606695), (0.1, 0.9, 231_673, 0.8095622584681259),
      (0.1, 0.8, 131_665, 0.8120966916779643), (0.1, 0.5, 86_856, 0.8195677408173343),
    ] as [(Double, Double, Double, Double)])
  func `what is promised is found at every split`(
    lift: Double, control: Double, visitors: Double, power: Double
  ) {
    let plan = PowerPlan(
      Baseline(proportion: 0.04), controlShare: control, variantShare: 1 - control)
    #expect(plan.visitors(lift: lift) == .known(visitors))
    #expect(power >= plan.power && power < plan.power + 0.02)
  }

  /// 3 comparisons at 5 % / 3: 115851.216… and 72236.886… by mpmath.
  @Test func `several variants share alpha`() {
    var plan = PowerPlan(Baseline(proportion: 0.04), arms: 2)
    plan.comparisons = 3
    #expect(plan.visitors(lift: 0.1) == .known(115_852))
    #expect(isClose(plan.minimumLift(visitors: 115_852).value, 0.099999636847540615346, 1e-11))
    plan = PowerPlan(Baseline(proportion: 0.01), controlShare: 0.9, variantShare: 0.1)
    plan.comparisons = 3
    #expect(plan.visitors(lift: 0.5) == .known(72_237))
    plan.comparisons = 0
    #expect(plan.visitors(lift: 0.5) == .unknown(.invalidDesign))
  }

  @Test func `alpha and power are asked for`() {
    let baseline = Baseline(mean: 12.5, variance: 900)
    #expect(PowerPlan(baseline, arms: 2).visitors(lift: 0.05) == .known(76_043))
    let strict = PowerPlan(baseline, arms: 2, alpha: 0.01, power: 0.9)
    #expect(strict.visitors(lift: 0.05) == .known(144_157))
  }

  /// 273462.686… by mpmath from the formulas.
  @Test func `looking every day needs more visitors`() {
    let plan = PowerPlan(Baseline(proportion: 0.04), arms: 2, sequentialTuning: 5000)
    #expect(plan.visitors(lift: 0.1) == .known(273_463))
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
