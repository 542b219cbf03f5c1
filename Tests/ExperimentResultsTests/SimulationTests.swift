import ExperimentResults
import TestSupport
import Testing

/// How often verdicts and intervals are right, in worlds of which the truth is known. The seeds are
/// fixed; Verdicts.md § 13 has the figures of all rounds.
@Suite("simulated experiments")
struct SimulationTests {
  static let goals: [SimulatedExperiment.Goal] = [.payers, .money]
  /// A paywall of three products after a commission of 30 %: a week, a month and a year.
  static let prices: [Int64] = [3_493, 6_993, 41_993]

  /// Two equal arms of which 4 % pay, planned for a lift, that reach the planned sample on the 21st day.
  static func experiment(
    _ goal: SimulatedExperiment.Goal, truth: Double, lift: Double = 0.3, days: Int = 28
  ) -> SimulatedExperiment {
    let rate = 0.04
    let prices = goal == .money ? prices : [1]
    let mean = prices.reduce(0) { $0 + Double($1) } / Double(prices.count)
    let squares = prices.reduce(0) { $0 + Double($1) * Double($1) } / Double(prices.count)
    let baseline =
      goal == .money
      ? Baseline(mean: rate * mean, variance: rate * squares - rate * rate * mean * mean)
      : Baseline(proportion: rate)
    let needed = PowerPlan(baseline, arms: 2).visitors(lift: lift).value ?? 0
    var experiment = SimulatedExperiment(
      .init(rate, prices: prices, refunds: 0),
      .init(rate * (1 + truth), prices: prices, refunds: 0),
      perDay: Int((needed / 20.5).rounded(.up)), days: days)
    experiment.goal = goal
    (experiment.window, experiment.moneyWindow) = (0, 0)
    (experiment.smallest, experiment.planned) = (lift, Int(needed))
    return experiment
  }

  /// The part of a number of rounds in which something holds.
  static func share(
    of rounds: Int, seed: UInt64, where holds: (inout SplitMix) -> Bool
  ) async -> Double {
    var found = 0
    for round in 0..<rounds {
      var numbers = SplitMix(state: seed &+ UInt64(round) &* 7919)
      if holds(&numbers) { found += 1 }
      // Other tests wait for answers in real time.
      await Task.yield()
    }
    return Double(found) / Double(rounds)
  }

  /// Without an effect, looked at on each of 28 days, with the planned sample reached on the 21st: at
  /// most 5 % ship, of few rounds no more than chance allows. The same looks at fixed intervals find
  /// something in more than 20 %: the simulation can fail.
  @Test(arguments: goals, [0.3, 0.1])
  func `looking every day ships nothing without an effect`(
    _ goal: SimulatedExperiment.Goal, plannedFor lift: Double
  ) async {
    let count = rounds(60, all: 10_000)
    let looks = Self.experiment(goal, truth: 0, lift: lift)
    var (isSignificant, stops) = (0, 0)
    let ships = await Self.share(of: count, seed: 1) { numbers in
      var (isShipped, isFound, isStopped) = (false, false, false)
      looks.run(&numbers) { look in
        if case .ship = look.verdict.decision { isShipped = true }
        if look.verdict.decision == .stop { isStopped = true }
        let fixed = look.evidence.goals[0].comparison.relative?.fixed
        if let fixed, fixed.isAboveZero || fixed.isBelowZero { isFound = true }
        return false
      }
      if isFound { isSignificant += 1 }
      if isStopped { stops += 1 }
      return isShipped
    }
    // Of few rounds no more than chance allows.
    #expect(ships <= (count < 1_000 ? 0.05 : 0.025))
    #expect(Double(stops) / Double(count) <= (count < 1_000 ? 0.07 : 0.03))
    #expect(Double(isSignificant) / Double(count) > (count < 1_000 ? 0.1 : 0.2))
  }

  @Test(arguments: goals)
  func `twice the planned effect ships within the planned sample`(_ goal: SimulatedExperiment.Goal)
    async
  {
    let looks = Self.experiment(goal, truth: 0.6, days: 21)
    let ships = await Self.share(of: rounds(40, all: 2_000), seed: 3) { numbers in
      var isShipped = false
      looks.run(&numbers) { look in
        if case .ship = look.verdict.decision { isShipped = true }
        return isShipped
      }
      return isShipped
    }
    #expect(ships >= 0.9)
  }

  /// The plan's promise itself, which is 80 %.
  @Test(arguments: goals)
  func `the planned effect ships as often as promised`(_ goal: SimulatedExperiment.Goal) async {
    let looks = Self.experiment(goal, truth: 0.3, days: 21)
    let count = rounds(60, all: 2_000)
    let ships = await Self.share(of: count, seed: 4) { numbers in
      var isShipped = false
      looks.run(&numbers) { look in
        if case .ship = look.verdict.decision { isShipped = true }
        return isShipped
      }
      return isShipped
    }
    // Three standard errors below 0.8.
    #expect(ships >= 0.8 - 3 * (0.16 / Double(count)).squareRoot())
  }

  /// The trap of trials: 12,000 visitors within 14 days, a truth of +5 %.
  @Test func `mature persons alone show the truth of a trial, everybody does not`() async throws {
    let count = rounds(60, all: 2_000)
    var (width, naive, sequential) = (0.0, 0, 0)
    let covered = await Self.share(of: count, seed: 99) { numbers in
      let seen = TrialTrap().run(&numbers)
      guard let mature = seen.mature.relative, let ideal = seen.ideal.relative else { return false }
      width += mature.fixed.width / ideal.fixed.width
      if seen.naive.relative?.fixed.contains(TrialTrap.truth) ?? true { naive += 1 }
      if mature.sequential.contains(TrialTrap.truth) { sequential += 1 }
      return mature.fixed.contains(TrialTrap.truth)
    }
    // Few rounds are within three standard errors of it.
    #expect(covered >= (count < 2_000 ? 0.9 : 0.94))
    #expect(sequential >= count * 97 / 100)
    #expect(width / Double(count) <= 1.2)
    #expect(naive < max(1, count / 100))
  }
}
