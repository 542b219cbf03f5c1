import ExperimentResults
import PaywallCatalog
import Planning
import Testing

struct SimulationLiftTests {
  static let question = LiftQuestion(baseline: 0.04, lift: 0.1, perDay: 20_000)

  static func simulation(_ change: (inout Experiment) -> Void = { _ in }) throws -> Simulation {
    try Simulated.snapshot([SimulationTests.trial(change)], holdout: 500).simulate(
      experiment: "trial", visitors: 50_000, at: Simulated.now)
  }

  /// 86,856 enrolled are needed (see the tests of power). Of 10,000 visitors 40 % · 50 % · 95 % =
  /// 1,900 are enrolled: 86,856 / 0.19 = 457,136.8 visitors, at 20,000 a day 22.9 days, 4 weeks.
  @Test("the days it takes follow from the widths")
  func days() throws {
    let answer = try Self.simulation().answer(Self.question)
    #expect(answer.neededEnrolled == .known(86_856))
    #expect(answer.neededVisitors == .known(457_137))
    #expect(answer.days == 28)
    #expect((answer.minimumLift.value ?? 0) > 0.25)
  }

  @Test("without visitors a day there are no days")
  func withoutPerDay() throws {
    let answer = try Self.simulation().answer(LiftQuestion(baseline: 0.04, lift: 0.1))
    #expect(answer.days == nil)
    #expect(answer.neededEnrolled == .known(86_856))
  }

  /// The last variant of 50:40:10 needs most: shares 0.5 and 0.1 of the enrolled, and half of
  /// alpha.
  @Test("the smallest variant decides")
  func smallest() throws {
    let simulation = try Self.simulation {
      $0.variants = Simulated.experiment("x", shares: [5000, 4000, 1000]).variants
    }
    var plan = PowerPlan(Baseline(proportion: 0.04), controlShare: 0.5, variantShare: 0.1)
    plan.comparisons = 2
    #expect(simulation.answer(Self.question).neededEnrolled == plan.visitors(lift: 0.1))
  }

  @Test(
    "questions without an answer say why",
    arguments: [
      (0, 0.1, .zeroBaseline), (1, 0.1, .noVariance), (0.04, 0, .noLift),
      (0.04, 30, .impossibleLift), (.nan, 0.1, .invalidBaseline),
    ] as [(Double, Double, Estimate.Gap)])
  func gaps(baseline: Double, lift: Double, gap: Estimate.Gap) throws {
    let simulation = try Self.simulation()
    let answer = simulation.answer(LiftQuestion(baseline: baseline, lift: lift, perDay: 100))
    #expect(answer.neededEnrolled == .unknown(gap))
    #expect(answer.neededVisitors == .unknown(gap))
    #expect(answer.days == nil)
    let words = simulation.text(answer: answer).split { $0 == " " || $0 == "\n" }
    #expect(words.joined(separator: " ").contains("two-sided) there is no number: "))
  }

  @Test("an experiment that enrols nobody never gets there")
  func nobody() throws {
    let lost = Simulated.experiment("lost") { $0.layer = "gone" }
    let simulation = try Simulated.snapshot([lost], holdout: 10_000).simulate(
      experiment: "lost", visitors: 100, at: Simulated.now)
    let answer = simulation.answer(Self.question)
    #expect(answer.neededVisitors == .unknown(.noVisitors))
    #expect(answer.days == nil)
    #expect(answer.minimumLift == .unknown(.noVisitors))
  }

  /// With the second moment r = E[x²]/E[x]², a rate p of payers has the variance p·r − p² at the
  /// mean p, in units of a mean payment. With halves: (1.96 + 0.8416)² · 2 · (v/p²)(1 + 1.2²) /
  /// 0.2².
  @Test("a goal of money is planned by what payers pay, and by its window")
  func money() throws {
    let three = try #require(
      PayerAmounts([(amount: 4.99, weight: 6), (29.99, 3), (59.99, 1)]))
    // (6·4.99² + 3·29.99² + 59.99²)/10 = 644.6401 and (17.99)² = 323.6401.
    #expect(abs(three.spread - 644.6401 / 323.6401) < 1e-9)
    var question = LiftQuestion(baseline: 0.04, lift: 0.2, perDay: 3000)
    question.amounts = .known(three)
    question.window = 30
    let answer = try Self.simulation().answer(question)
    let variance = 0.04 * three.spread - 0.0016
    let z = 1.959963984540054 + 0.8416212335729143
    let needed = z * z * 2 * (variance / 0.0016) * (1 + 1.44) / 0.04
    #expect(answer.neededEnrolled == .known(needed.rounded(.up)))
    let single = try #require(PayerAmounts([(amount: 9.99, weight: 1)]))
    question.amounts = .known(single)
    let one = try Self.simulation().answer(question)
    // More prices need more visitors: 1.99 times as many here.
    let ratio = (answer.neededEnrolled.value ?? 0) / (one.neededEnrolled.value ?? 1)
    #expect(abs(ratio - (variance / (0.04 - 0.0016))) < 1e-3)
    let days = try #require(answer.days)
    let text = try Self.simulation().text(answer: answer).split { $0 == " " || $0 == "\n" }
      .joined(separator: " ")
    #expect(text.contains("it is decided on day \(days + 30)"))
    #expect(text.contains("in money per visitor, of whom 4.00% pay"))
  }

  @Test("money of unknown amounts has no number, and says what to give")
  func unknownAmounts() throws {
    var question = Self.question
    question.amounts = .unknown
    let answer = try Self.simulation().answer(question)
    #expect(answer.neededEnrolled == .unknown(.unknownAmounts) && answer.curve.isEmpty)
    #expect(answer.minimumLift == .unknown(.unknownAmounts))
  }

  @Test("the curve has the planned power at the lift, and the weeks reach it in time")
  func curve() throws {
    let answer = try Self.simulation().answer(Self.question)
    let powers = answer.curve.compactMap(\.power.value)
    #expect(powers.count == 6 && powers == powers.sorted())
    #expect(abs((answer.curve.first { $0.lift == 0.1 }?.power.value ?? 0) - 0.8) < 1e-3)
    #expect(answer.weeks.map(\.days) == [7, 14, 21, 28, 35, 42, 49, 56])
    // 20,000 · 0.19 a day.
    #expect(answer.weeks.first?.enrolled == 26_600)
    let inTime = try #require(answer.weeks.first { $0.days == 28 }?.power.value)
    #expect(inTime >= 0.8 && (answer.weeks[2].power.value ?? 1) < 0.8)
  }
}
