@testable import ExperimentResults
import PaywallCatalog
import TestSupport
import Testing

@Suite("guardrails")
struct GuardrailTests {
  /// Refunds of purchases, one a person.
  static func refunds(
    _ control: (Int, of: Int), _ variant: (Int, of: Int), persons: Int = 2_800,
    margin: HarmMargin = .none
  ) -> Guardrail {
    func arm(_ refunds: Int, _ purchases: Int) -> Moments {
      let (n, d) = (Int128(refunds), Int128(purchases))
      return Moments(
        units: persons, sum: n, squares: n, denominatorSum: d, denominatorSquares: d,
        ratioProducts: n)
    }
    return Guardrail(
      metric: .refundShare, variant: "B", direction: .lowerIsBetter,
      comparison: Comparison(
        .ratio, control: arm(control.0, control.of), variant: arm(variant.0, variant.of)),
      margin: margin)
  }

  /// Shares of 10,000 persons.
  static func share(
    _ control: Int, _ variant: Int, margin: HarmMargin = .none,
    _ direction: Direction = .lowerIsBetter
  ) -> Guardrail {
    Guardrail(
      metric: .refundShare, variant: "B", direction: direction,
      comparison: VerdictTests.share(control, variant), margin: margin)
  }

  /// The reference's repro: 2 % of 153 purchases against 51.5 % of 231.
  @Test func `a harm is called however few the control has`() {
    #expect(Self.refunds((3, of: 153), (119, of: 231)).state == .worse)
    #expect(Self.refunds((0, of: 153), (119, of: 231)).state == .worse)
    #expect(Self.refunds((4, of: 200), (100, of: 200), persons: 200).state == .worse)
    // All of one arm against none of the other.
    #expect(Self.refunds((0, of: 100), (100, of: 100)).state == .worse)
    #expect(Self.refunds((100, of: 100), (0, of: 100)).state == .safe)
  }

  @Test func `no call comes before 20 denominators in each arm`() {
    #expect(Self.refunds((0, of: 19), (200, of: 200)).state == .unknown)
    #expect(Self.refunds((19, of: 200), (19, of: 19)).state == .unknown)
    #expect(Self.refunds((0, of: 20), (200, of: 200)).state == .worse)
  }

  /// Equation 134 by hand: N = 20,000, ρ² = (−2 ln 0.1 + ln(1 − 2 ln 0.1))/5000 = 0.00126570, half-width
  /// 2.72545 standard errors; 1 % and 1.05 % have the standard error 0.00142350 of their difference.
  @Test func `the harm is the difference with its one-sided ends`() throws {
    let harm = try #require(Self.share(100, 105).harm)
    #expect(isClose(harm.upper + harm.lower, 2 * 0.0005, 1e-9))
    let error = (0.01 * 0.99 / 10_000 + 0.0105 * 0.9895 / 10_000).squareRoot()
    let reach = ConfidenceSequence().oneSidedHalfWidth(standardError: error, units: 20_000)
    #expect(isClose(harm.upper, 0.0005 + reach, 1e-9))
  }

  @Test func `a margin is absolute or relative`() {
    // 1 % against 1.8 %: 0.8 points more, which is 80 %.
    #expect(Self.share(100, 180).state == .worse)
    #expect(Self.share(100, 180, margin: .absolute(0.005)).state == .open)
    #expect(Self.share(100, 180, margin: .absolute(0.02)).state == .safe)
    #expect(Self.share(100, 180, margin: .relative(0.1)).state == .worse)
    #expect(Self.share(100, 180, margin: .relative(3)).state == .safe)
    // Where more is better: 12 % against 10 % lost a sixth.
    #expect(Self.share(1_200, 1_000, .higherIsBetter).state == .worse)
    #expect(Self.share(1_200, 1_000, margin: .relative(0.4), .higherIsBetter).state == .safe)
    #expect(Self.share(1_200, 1_000, margin: .relative(0.15), .higherIsBetter).state == .open)
  }

  /// With 3,000 times 0 in each arm a share above 0.36 % is left out at every look.
  @Test func `two arms without any harm are safe within a margin`() throws {
    #expect(Self.refunds((0, of: 3_000), (0, of: 3_000), persons: 9_000).state == .open)
    let guarded = Self.refunds(
      (0, of: 3_000), (0, of: 3_000), persons: 9_000, margin: .absolute(0.01))
    #expect(guarded.state == .safe)
    // (1 − p)^3000 = 0.025/3001.
    #expect(isClose(try #require(guarded.harm).upper, 0.003891, 1e-3))
  }

  /// A/A tests of refunds of 2 % and of 10 %, looked at on each of 56 days; 0.05 is what the sequence
  /// promises, and the reference asks for 2 %.
  @Test(arguments: [0.02, 0.1])
  func `a harm that is not there is called in at most two of a hundred tests`(rate: Double) async {
    let count = rounds(150, all: 4_000)
    var twice = 0
    let worse = await SimulationTests.share(of: count, seed: 31) { numbers in
      var experiment = SimulatedExperiment(
        .init(0.06, refunds: rate), .init(0.06, refunds: rate), perDay: 150, days: 56)
      experiment.refundWindow = 0
      var (isWorse, isFound) = (false, false)
      experiment.run(&numbers) { look in
        isWorse = isWorse || look.evidence.guardrails[0].state == .worse
        isFound = isFound || look.evidence.guardrails[0].isSuspect
        return isWorse
      }
      if isFound { twice += 1 }
      return isWorse
    }
    Shares.note("refunds of \(Wording.percent(rate)), 56 looks", rounds: count, [("worse", worse)])
    #expect(worse <= 0.02)
    // A fixed test that is looked at as often does so far more: the simulation can fail.
    #expect(twice > count / 20)
  }
}
