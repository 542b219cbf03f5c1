import PaywallCatalog
import ExperimentResults
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

  /// Of 50:40:10 the last variant needs most: shares 0.5 and 0.1 of the enrolled, and half of alpha.
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
}
