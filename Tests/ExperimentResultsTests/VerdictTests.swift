import ExperimentResults
import Testing

@Suite("verdicts")
struct VerdictTests {
  /// Shares of 10,000 persons of an arm.
  static func share(_ control: Int, _ variant: Int, units: Int = 10_000) -> Comparison {
    Comparison(
      .proportion, control: Moments(units: units, successes: control),
      variant: Moments(units: units, successes: variant))
  }

  static func evidence(
    _ comparison: Comparison, planned: Comparison? = nil,
    _ change: (inout Evidence) -> Void = { _ in }
  ) -> Evidence {
    var evidence = Evidence(
      health: [], days: 14, payers: 400, metric: "paidRate",
      goals: [.init(variant: "B", comparison: comparison, planned: planned)])
    change(&evidence)
    return evidence
  }

  static let better = share(500, 700)
  static let open = share(500, 520)
  static let worse = share(700, 500)

  @Test func `what is better at every moment ships`() {
    let verdict = Verdict.of(Self.evidence(Self.better))
    #expect(verdict.decision == .ship(variant: "B"))
    #expect(verdict.reasons == [.goalIsBetter])
    #expect(verdict.sentence == "Ship 'B': paidRate +40% (+15.1% to +64.9%).")
  }

  @Test func `what is worse at every moment stops`() {
    let verdict = Verdict.of(Self.evidence(Self.worse))
    #expect(verdict.decision == .stop)
    #expect(verdict.reasons == [.goalIsWorse])
    #expect(
      verdict.sentence
        == "Stop and keep the control: paidRate of 'B' is worse, -28.6% (-41.3% to -15.9%).")
  }

  @Test func `where less is better the same numbers say the opposite`() {
    let verdict = Verdict.of(Self.evidence(Self.worse) { $0.direction = .lowerIsBetter })
    #expect(verdict.decision == .ship(variant: "B"))
    let other = Verdict.of(Self.evidence(Self.better) { $0.direction = .lowerIsBetter })
    #expect(other.decision == .stop)
  }

  @Test func `what is open waits, and says how long`() {
    let verdict = Verdict.of(
      Self.evidence(Self.open) { $0.timeLeft = .left(units: 4000, days: 9) })
    #expect(verdict.decision == .wait)
    #expect(verdict.reasons == [.goalIsOpen, .plannedSampleNotReached])
    #expect(
      verdict.sentence
        == "Wait: paidRate of 'B' is at +4% (-15.8% to +23.8%), which is still open; about 9 days left."
    )
  }

  /// Of 500 and 580 the fixed interval leaves out 0 and the sequential one does not: the planned
  /// sample is one look, and before it there is none.
  @Test func `the planned sample is one look at a fixed interval`() {
    let comparison = Self.share(500, 580)
    #expect(Verdict.of(Self.evidence(comparison)).decision == .wait)
    let verdict = Verdict.of(Self.evidence(comparison, planned: comparison))
    #expect(verdict.decision == .ship(variant: "B"))
    #expect(verdict.reasons == [.goalIsBetter, .plannedSampleReached])
    let lost = Self.share(580, 500)
    #expect(Verdict.of(Self.evidence(lost, planned: lost)).decision == .stop)
    // What came after the planned sample is no further look.
    #expect(
      Verdict.of(Self.evidence(comparison, planned: Self.open)).decision
        == .noDifference(asLargeAs: Self.largest(Self.open)))
  }

  static func largest(_ comparison: Comparison) -> Double {
    comparison.relative.map { max(abs($0.fixed.lower), abs($0.fixed.upper)) } ?? 0
  }

  @Test func `no difference as large as something is a result`() {
    let verdict = Verdict.of(Self.evidence(Self.open, planned: Self.open))
    #expect(verdict.decision == .noDifference(asLargeAs: Self.largest(Self.open)))
    #expect(verdict.reasons == [.plannedSampleReached, .goalIsOpen])
    // The whole sequential interval lies within 30 %.
    let within = Verdict.of(Self.evidence(Self.open) { $0.smallest = 0.3 })
    #expect(within.decision == .noDifference(asLargeAs: 0.3))
    #expect(within.reasons == [.withinSmallestEffect])
    #expect(
      within.sentence
        == "No difference as large as 30% in paidRate: keep the control, or choose for other reasons."
    )
    #expect(Verdict.of(Self.evidence(Self.open) { $0.smallest = 0.2 }).decision == .wait)
  }

  @Test func `health comes first`() {
    let mismatch = HealthCheck(.sampleRatio, .broken, p: 1e-9, "Persons are missing.")
    let verdict = Verdict.of(
      Self.evidence(Self.better) {
        $0.health = [HealthCheck(.conflicts, .warning, "Some."), mismatch]
        $0.days = 0.1
        $0.payers = 0
        $0.goals = []
      })
    #expect(verdict.decision == .broken)
    #expect(verdict.reasons == [.sampleRatioMismatch])
    #expect(
      verdict.sentence
        == "Broken: Persons are missing. Find the cause before you read any number.")
    let warned = Verdict.of(
      Self.evidence(Self.better) { $0.health = [HealthCheck(.conflicts, .warning, "Some.")] })
    #expect(warned.decision == .ship(variant: "B"))
  }

  @Test(arguments: HealthCheck.Kind.allCases)
  func `whatever is broken has a reason`(_ kind: HealthCheck.Kind) {
    let verdict = Verdict.of(
      Self.evidence(Self.better) { $0.health = [HealthCheck(kind, .broken, "It is.")] })
    #expect(verdict.decision == .broken)
    #expect(verdict.reasons.count == 1)
  }

  @Test func `before a week and enough payers nothing is said`() {
    let early = Verdict.of(Self.evidence(Self.better) { $0.days = 6.99 })
    #expect(early.decision == .wait)
    #expect(early.reasons == [.firstWeek])
    let few = Verdict.of(Self.evidence(Self.worse) { $0.payers = Verdict.leastPayers - 1 })
    #expect(few.decision == .wait)
    #expect(few.reasons == [.tooFewPayers])
    #expect(few.sentence == "Wait: an arm has 49 of the 50 buyers it needs.")
    let both = Verdict.of(
      Self.evidence(Self.better) {
        ($0.days, $0.payers) = (7, Verdict.leastPayers)
      })
    #expect(both.decision == .ship(variant: "B"))
  }

  @Test func `nothing to compare waits`() {
    let none = Comparison(.mean, control: Moments(), variant: Moments())
    let immature = HealthCheck.immatureShare(waiting: 90, of: 100)
    let verdict = Verdict.of(Self.evidence(none) { $0.health = [immature] })
    #expect(verdict.decision == .wait)
    #expect(verdict.reasons == [.noComparison, .tooManyImmature])
    #expect(Verdict.of(Self.evidence(none) { $0.goals = [] }).reasons == [.noComparison])
  }

  static func guardrail(_ comparison: Comparison) -> Evidence.Guardrail {
    .init(
      metric: "refundShare", variant: "B", direction: .lowerIsBetter, comparison: comparison)
  }

  @Test func `a guardrail that is worse vetoes`() {
    let veto = Self.guardrail(Self.share(50, 200))
    let verdict = Verdict.of(Self.evidence(Self.better) { $0.guardrails = [veto] })
    #expect(verdict.decision == .stop)
    #expect(verdict.reasons == [.guardrailIsWorse, .goalIsBetter])
    #expect(
      verdict.sentence
        == "Stop and keep the control: 'B' makes refundShare worse.")
    let fine = Verdict.of(
      Self.evidence(Self.better) { $0.guardrails = [Self.guardrail(Self.share(200, 50))] })
    #expect(fine.decision == .ship(variant: "B"))
    #expect(fine.sentence.hasSuffix(", and no guardrail is worse."))
  }

  /// A control without a single refund has no relative effect, and is no excuse.
  @Test func `a guardrail is worse than a control without any`() {
    #expect(Self.guardrail(Self.share(0, 100)).isWorse)
    #expect(!Self.guardrail(Self.share(0, 2)).isWorse)
    #expect(!Self.guardrail(Self.share(0, 0)).isWorse)
    #expect(!Self.guardrail(Self.share(100, 0)).isWorse)
  }

  @Test func `the best of several variants ships, and one that is open keeps the test running`() {
    func verdict(_ first: Comparison, _ second: Comparison) -> Verdict {
      .of(
        Self.evidence(first) {
          $0.goals.append(.init(variant: "C", comparison: second))
        })
    }
    #expect(verdict(Self.better, Self.share(500, 800)).decision == .ship(variant: "C"))
    #expect(verdict(Self.worse, Self.better).decision == .ship(variant: "C"))
    #expect(verdict(Self.worse, Self.open).decision == .wait)
    #expect(verdict(Self.worse, Self.worse).decision == .stop)
    // A veto of one is none of the other.
    let guarded = Verdict.of(
      Self.evidence(Self.share(500, 800)) {
        $0.goals.append(.init(variant: "C", comparison: Self.better))
        $0.guardrails = [Self.guardrail(Self.share(50, 200))]
      })
    #expect(guarded.decision == .ship(variant: "C"))
  }

  /// With few payers the lift alone leaves out 0: it divides by a control that chance made large.
  @Test func `lift and difference must agree`() throws {
    let few = Self.share(90, 60, units: 2000)
    let (relative, absolute) = (try #require(few.relative), try #require(few.absolute))
    #expect(relative.sequential.isBelowZero && !absolute.sequential.isBelowZero)
    #expect(Verdict.of(Self.evidence(few)).decision == .wait)
    let gain = Self.share(60, 98, units: 2000)
    let (lift, difference) = (try #require(gain.relative), try #require(gain.absolute))
    #expect(!lift.sequential.isAboveZero && difference.sequential.isAboveZero)
    #expect(Verdict.of(Self.evidence(gain)).decision == .wait)
  }
}
