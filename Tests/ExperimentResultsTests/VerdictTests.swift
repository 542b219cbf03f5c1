@testable import ExperimentResults
import PaywallCatalog
import Testing

@Suite("verdicts")
struct VerdictTests {
  /// Shares of 10,000 persons of an arm.
  static func share(_ control: Int, _ variant: Int, units: Int = 10_000) -> Comparison {
    Comparison(
      .proportion, control: Moments(units: units, successes: control),
      variant: Moments(units: units, successes: variant))
  }

  /// Judges the evidence on one variant.
  static func verdict(
    _ comparison: Comparison, planned: Comparison? = nil, later: Comparison? = nil,
    buyers: Int = 800, _ change: (inout Evidence) -> Void = { _ in }
  ) -> Verdict {
    var evidence = Evidence(
      days: 14, metric: .paidRate,
      goals: [
        .init(
          variant: "B", comparison: comparison, buyers: buyers, planned: planned,
          plannedOn: Timestamp(milliseconds: 1_793_610_000_000), later: later)
      ])
    change(&evidence)
    return .of(evidence)
  }

  /// - Parameter sentence: `nil` where it does not matter.
  private func expect(
    _ verdict: Verdict, _ decision: Verdict.Decision, _ reasons: [Verdict.Reason],
    _ sentence: String? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.decision == decision, sourceLocation: location)
    #expect(verdict.reasons == reasons, sourceLocation: location)
    if let sentence { #expect(verdict.sentence == sentence, sourceLocation: location) }
  }

  static let better = share(500, 700)
  static let open = share(500, 520)
  static let worse = share(700, 500)

  @Test func `what is better at every moment ships`() {
    let verdict = Self.verdict(Self.better)
    expect(
      verdict, .ship(variant: "B"), [.goalIsBetter],
      "Ship 'B': people who pay are up 40% (+15.1% to +64.9%).")
  }

  @Test func `what is worse at every moment stops`() {
    let verdict = Self.verdict(Self.worse)
    expect(
      verdict, .stop, [.goalIsWorse],
      "Stop and keep the control: people who pay are down 28.6% (-41.3% to -15.9%) in 'B'.")
  }

  @Test func `where less is better the same numbers say the opposite`() {
    let verdict = Self.verdict(Self.worse) { $0.direction = .lowerIsBetter }
    #expect(verdict.decision == .ship(variant: "B"))
    let other = Self.verdict(Self.better) { $0.direction = .lowerIsBetter }
    #expect(other.decision == .stop)
  }

  @Test func `what is open waits, and says how long`() {
    let verdict = Self.verdict(Self.open) {
      $0.progress = PlanProgress(planned: 30_000, enrolled: 20_000, daysLeft: 9)
    }
    expect(
      verdict, .wait, [.goalIsOpen, .plannedSampleNotReached],
      "Wait: people who pay are at +4% (-15.8% to +23.8%) in 'B', which may be chance; about 9 days left until the planned sample is complete."
    )
    let quiet = Self.verdict(Self.open) {
      $0.progress = PlanProgress(
        planned: 30_000, enrolled: 20_000, daysLeft: 9, quietDays: 140)
    }
    #expect(
      quiet.sentence.hasSuffix(
        "; at least 9 days left, because nobody has entered for 20 weeks."))
    let ended = Self.verdict(Self.open) {
      $0.progress = PlanProgress(planned: 30_000, enrolled: 20_000)
    }
    #expect(
      ended.sentence.hasSuffix(
        "; the planned sample needs 10,000 more people, and nobody enters any more."))
  }

  /// With 500 and 580 the fixed interval leaves out 0 and the sequential one does not: the planned
  /// sample is one look, and before it there is none.
  @Test func `the planned sample is one look at a fixed interval`() {
    let comparison = Self.share(500, 580)
    #expect(Self.verdict(comparison).decision == .wait)
    let verdict = Self.verdict(comparison, planned: comparison)
    expect(verdict, .ship(variant: "B"), [.goalIsBetter, .plannedSampleReached])
    #expect(verdict.sentence.hasSuffix(", in the planned sample."))
    let lost = Self.share(580, 500)
    #expect(Self.verdict(lost, planned: lost).decision == .stop)
    // Persons after the planned sample are no further look.
    #expect(
      Self.verdict(comparison, planned: Self.open).decision
        == .noDifference(asLargeAs: Self.largest(Self.open)))
  }

  /// The planned sample stands until more full weeks are mature, and then only while they agree.
  @Test func `what all persons leave open is withdrawn`() {
    let planned = Self.share(500, 600)
    let verdict = Self.verdict(Self.open, planned: planned, later: Self.open)
    expect(verdict, .wait, [.noLongerBetter, .goalIsOpen])
    #expect(
      verdict.sentence.hasPrefix(
        "Wait: 'B' was ahead on 2 Nov 2026, when the planned sample was complete (+20% (+6.2% to +33.8%)), and is not any more: with everybody since, people who pay are at +4% (-15.8% to +23.8%)"
      ))
    // A later look that agrees changes nothing, and one that finds more makes nothing.
    let agreeing = Self.verdict(Self.open, planned: planned, later: Self.share(1000, 1150))
    #expect(agreeing.decision == .ship(variant: "B"))
    let found = Self.verdict(Self.open, planned: Self.open, later: Self.share(500, 580))
    #expect(found.decision == .noDifference(asLargeAs: Self.largest(Self.open)))
    // All persons say that it is less than what is worth shipping: a result, however small they make it.
    let small = Self.verdict(
      Self.share(500, 520), planned: planned, later: Self.share(5000, 5200, units: 100_000)
    ) { $0.smallest = 0.1 }
    #expect(small.decision == .noDifference(asLargeAs: 0.1))
    // That is one look at them, and no interval that holds at every moment.
    #expect(small.findings.map(\.basis) == [.fullWeeks])
    #expect(small.findings.map(\.comparison.units) == [200_000])
    #expect(small.reasons == [.withinSmallestEffect])
    let lost = Self.verdict(Self.open, planned: Self.share(600, 500), later: Self.open)
    #expect(lost.reasons == [.noLongerWorse, .goalIsOpen])
  }

  static func largest(_ comparison: Comparison) -> Double {
    comparison.relative.map { max(abs($0.fixed.lower), abs($0.fixed.upper)) } ?? 0
  }

  @Test func `no difference as large as something is a result`() {
    let verdict = Self.verdict(Self.open, planned: Self.open)
    expect(
      verdict, .noDifference(asLargeAs: Self.largest(Self.open)),
      [.goalIsOpen, .plannedSampleReached])
    // The whole sequential interval lies within 30 %.
    let within = Self.verdict(Self.open) { $0.smallest = 0.3 }
    expect(
      within, .noDifference(asLargeAs: 0.3), [.withinSmallestEffect],
      "No difference as large as 30% in people who pay: keep the control, or choose for other reasons."
    )
    #expect(Self.verdict(Self.open) { $0.smallest = 0.2 }.decision == .wait)
  }

  @Test func `health comes first`() {
    let mismatch = HealthCheck(.sampleRatio, .broken, p: 1e-9, "People are missing.")
    let verdict = Self.verdict(Self.better) {
      $0.health = [HealthCheck(.conflicts, .warning, "Some."), mismatch]
      $0.days = 0.1
      $0.goals = []
    }
    expect(
      verdict, .broken, [.sampleRatioMismatch],
      "Broken: People are missing. Find the cause before you read any number.")
    let warned = Self.verdict(Self.better) {
      $0.health = [HealthCheck(.conflicts, .warning, "Some.")]
    }
    #expect(warned.decision == .ship(variant: "B"))
  }

  /// 560 against 440 is p = 1.5e-4 at one look, and no mismatch at every moment.
  @Test func `nothing is decided beside a split that is suspicious`() {
    let check = HealthCheck.sampleRatio([
      ArmCount(variant: "control", width: 1, units: 560),
      ArmCount(variant: "B", width: 1, units: 440),
    ])
    for comparison in [Self.better, Self.worse] {
      let verdict = Self.verdict(comparison) { $0.health = [check] }
      #expect(verdict.decision == .wait)
      #expect(verdict.reasons == [.splitIsSuspicious])
      #expect(verdict.sentence.hasPrefix("Wait: the split is suspicious. "))
      #expect(verdict.sentence.contains("120 are missing in B"))
    }
  }

  @Test(arguments: HealthCheck.Kind.allCases)
  func `whatever is broken has a reason`(_ kind: HealthCheck.Kind) {
    let verdict = Self.verdict(Self.better) { $0.health = [HealthCheck(kind, .broken, "It is.")] }
    #expect(verdict.decision == .broken)
    #expect(verdict.reasons.count == 1)
  }

  @Test func `without a goal nothing is decided, and that is said`() {
    let verdict = Self.verdict(Self.better) { ($0.metric, $0.goals) = (nil, []) }
    expect(verdict, .wait, [.noGoal])
    #expect(verdict.sentence.hasPrefix("Wait: no goal is named"))
  }

  @Test func `before a week and enough buyers nothing is said`() {
    let early = Self.verdict(Self.better) { $0.days = 6.99 }
    expect(early, .wait, [.firstWeek])
    let few = Self.verdict(Self.worse, buyers: 99)
    expect(
      few, .wait, [.tooFewPayers],
      "Wait: too few people have bought to compare 'B': 49 of 50 for each arm.")
    #expect(
      Self.verdict(Self.better, buyers: 100) { $0.days = 7 }.decision
        == .ship(variant: "B"))
  }

  /// No effect would give each arm half of 211 buyers.
  @Test func `a variant that sells nothing is not waited for`() {
    let dead = Comparison(
      .proportion, control: Moments(units: 4_182, successes: 211),
      variant: Moments(units: 4_218, successes: 0))
    let verdict = Self.verdict(dead, buyers: 211)
    #expect(verdict.decision == .stop)
    #expect(
      verdict.sentence.hasPrefix(
        "Stop and keep the control: people who pay go from 5% to 0% ("))
    let silent = Comparison(
      .proportion, control: Moments(units: 4_182, successes: 0),
      variant: Moments(units: 4_218, successes: 192))
    #expect(Self.verdict(silent, buyers: 192).decision == .ship(variant: "B"))
    // A control that sold three is as good as none: a lift on three is not defined.
    let nearly = Comparison(
      .proportion, control: Moments(units: 4_182, successes: 3),
      variant: Moments(units: 4_218, successes: 192))
    #expect(Self.verdict(nearly, buyers: 195).decision == .ship(variant: "B"))
    // Everything of the variant was refunded.
    let money = Comparison(
      .mean, control: Moments(units: 4_000, sum: 200 * 7_000, squares: 200 * 49_000_000),
      variant: Moments(units: 4_000))
    #expect(
      Self.verdict(money, buyers: 400) { $0.metric = .proceedsPerVisitor }.decision
        == .stop)
  }

  @Test func `nothing to compare waits`() {
    let none = Comparison(.mean, control: Moments(), variant: Moments())
    let immature = HealthCheck.immatureShare(waiting: 90, of: 100)
    let verdict = Self.verdict(none) { $0.health = [immature] }
    expect(verdict, .wait, [.noComparison, .tooManyImmature])
    #expect(Self.verdict(none) { $0.goals = [] }.reasons == [.noComparison])
  }

  static func guardrail(_ comparison: Comparison) -> Guardrail {
    Guardrail(
      metric: .refundShare, variant: "B", direction: .lowerIsBetter, comparison: comparison)
  }

  @Test func `a guardrail that is worse vetoes`() {
    let veto = Self.guardrail(Self.share(50, 200))
    let verdict = Self.verdict(Self.better) { $0.guardrails = [veto] }
    expect(
      verdict, .stop, [.guardrailIsWorse, .goalIsBetter],
      "Stop and keep the control: refunds are worse, 2% against 0.5%, in 'B', although people who pay are up 40% (+15.1% to +64.9%)."
    )
    // However the goal ends, and before it can be compared.
    let none = Comparison(.mean, control: Moments(), variant: Moments())
    #expect(Self.verdict(none) { $0.guardrails = [veto] }.decision == .stop)
  }

  @Test func `only what is safe is said to be no worse`() {
    let fine = Self.verdict(Self.better) { $0.guardrails = [Self.guardrail(Self.share(200, 50))] }
    #expect(fine.decision == .ship(variant: "B"))
    #expect(fine.sentence.hasSuffix(", and no guardrail is worse."))
    let open = Self.verdict(Self.better) { $0.guardrails = [Self.guardrail(Self.share(100, 105))] }
    #expect(open.decision == .ship(variant: "B"))
    #expect(!open.sentence.contains("no guardrail is worse"))
    #expect(
      open.sentence.hasSuffix(" No harm is shown; refunds could still be up to 0.5 points higher."))
  }

  @Test func `a ship waits for a guardrail that is not known, looks worse or is required`() {
    func verdict(_ comparison: Comparison, _ change: (inout Guardrail) -> Void) -> Verdict {
      var guardrail = Self.guardrail(comparison)
      change(&guardrail)
      return Self.verdict(Self.better) { $0.guardrails = [guardrail] }
    }
    let none = Comparison(.ratio, control: Moments(), variant: Moments())
    let unknown = verdict(none) {
      ($0.knownDays, $0.knownFrom) = (-3, Timestamp(milliseconds: 1_793_610_000_000))
    }
    expect(unknown, .wait, [.goalIsBetter, .guardrailIsUnknown])
    #expect(unknown.sentence.hasSuffix(", but refunds are known from 2 Nov 2026 on."))
    // A control that sells nothing never has refunds: the wait has an end.
    #expect(verdict(none) { $0.knownDays = 28 }.decision == .ship(variant: "B"))
    // 40 and 62 of 2,000: beyond 1.645 standard errors at one look, and open at every moment.
    let suspect = verdict(Self.share(40, 62, units: 2_000)) { _ in }
    #expect(suspect.reasons == [.goalIsBetter, .guardrailIsSuspect])
    let required = verdict(Self.share(100, 105)) { $0.isRequired = true }
    #expect(required.reasons == [.goalIsBetter, .guardrailIsRequired])
    let safe = verdict(Self.share(100, 105)) {
      ($0.isRequired, $0.margin) = (true, .absolute(0.01))
    }
    #expect(safe.decision == .ship(variant: "B"))
    #expect(safe.sentence.hasSuffix(", and no guardrail is worse."))
  }

  static func paying(_ comparison: Comparison, isDecisive: Bool = false) -> Evidence.PayingMetric {
    .init(
      metric: .paidRate, unit: .share, direction: .higherIsBetter, variant: "B",
      comparison: comparison, isDecisive: isDecisive)
  }

  @Test func `more starts do not ship where fewer people pay`() {
    func verdict(_ paying: Evidence.PayingMetric) -> Verdict {
      Self.verdict(Self.share(500, 1000)) {
        ($0.metric, $0.paying) = (.startRate, [paying])
      }
    }
    let worse = verdict(Self.paying(Self.share(450, 300)))
    expect(worse, .stop, [.payingIsWorse, .goalIsBetter])
    #expect(worse.sentence.contains("people who pay are worse (-33.3% ("))
    let suspect = verdict(Self.paying(Self.share(450, 390)))
    expect(suspect, .wait, [.goalIsBetter, .payingIsSuspect])
    #expect(verdict(Self.paying(Self.share(450, 440))).decision == .ship(variant: "B"))
    // Where variants differ in a trial, one look must show that more people pay.
    #expect(verdict(Self.paying(Self.share(450, 460), isDecisive: true)).decision == .wait)
    #expect(
      verdict(Self.paying(Self.share(450, 520), isDecisive: true)).decision
        == .ship(variant: "B"))
  }

  @Test func `the best of several variants ships, and one that is open keeps the test running`() {
    func verdict(_ first: Comparison, _ second: Comparison) -> Verdict {
      Self.verdict(first) {
        $0.goals.append(.init(variant: "C", comparison: second, buyers: 800))
      }
    }
    #expect(verdict(Self.better, Self.share(500, 800)).decision == .ship(variant: "C"))
    #expect(verdict(Self.worse, Self.better).decision == .ship(variant: "C"))
    #expect(verdict(Self.worse, Self.open).decision == .wait)
    #expect(verdict(Self.worse, Self.worse).decision == .stop)
    // A veto of one is none of the other.
    let guarded = Self.verdict(Self.share(500, 800)) {
      $0.goals.append(.init(variant: "C", comparison: Self.better, buyers: 800))
      $0.guardrails = [Self.guardrail(Self.share(50, 200))]
    }
    #expect(guarded.decision == .ship(variant: "C"))
    // One that has too few buyers keeps no other from being shipped.
    let few = Self.verdict(Self.better) {
      $0.goals.append(.init(variant: "C", comparison: Self.open, buyers: 90))
    }
    #expect(few.decision == .ship(variant: "B"))
  }

  /// With few buyers the lift alone leaves out 0: it divides by a control that chance made large.
  @Test func `lift and difference must agree`() throws {
    let few = Self.share(90, 60, units: 2000)
    let (relative, absolute) = (try #require(few.relative), try #require(few.absolute))
    #expect(relative.sequential.isBelowZero && !absolute.sequential.isBelowZero)
    #expect(Self.verdict(few).decision == .wait)
    let gain = Self.share(60, 98, units: 2000)
    let (lift, difference) = (try #require(gain.relative), try #require(gain.absolute))
    #expect(!lift.sequential.isAboveZero && difference.sequential.isAboveZero)
    #expect(Self.verdict(gain).decision == .wait)
  }
}
