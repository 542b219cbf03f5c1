import ExperimentResults
import TestSupport
import Testing

/// How often verdicts and intervals are right, in worlds of which the truth is known. The seeds are
/// fixed; Verdicts.md § 13 has the figures of all rounds, which `PAYWALL_SHARES=FILE` writes.
@Suite("simulated experiments")
struct SimulationTests {
  static let goals: [SimulatedExperiment.Goal] = [.payers, .money]
  /// A paywall of three products after a commission of 30 %: a week, a month and a year.
  static let prices: [Int64] = [3_493, 6_993, 41_993]
  /// One price in 100 is 200 times the others.
  static let whales = Array(repeating: Int64(6_993), count: 99) + [1_398_600]

  /// Two equal arms of which 4 % pay, planned for a lift, that reach the planned sample on the 21st day.
  static func experiment(
    _ goal: SimulatedExperiment.Goal, truth: Double, lift: Double = 0.3, days: Int = 28,
    prices: [Int64] = SimulationTests.prices
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

  enum Quiet: String, CaseIterable {
    case plannedFor30Percent, plannedFor10Percent, withoutPlan, withWhales

    func experiment(_ goal: SimulatedExperiment.Goal) -> SimulatedExperiment {
      var experiment = SimulationTests.experiment(
        goal, truth: 0, lift: self == .plannedFor10Percent ? 0.1 : 0.3,
        prices: self == .withWhales ? SimulationTests.whales : SimulationTests.prices)
      if self == .withoutPlan { experiment.planned = 0 }
      return experiment
    }
  }

  /// Payers have one price, so whales are of money alone.
  static let quiet = goals.flatMap { goal in Quiet.allCases.map { (goal, $0) } }
    .filter { $0 == .money || $1 != .withWhales }

  /// Without an effect, looked at on each of 28 days, with the planned sample reached on the 21st: at
  /// most 2.5 % ship and 3 % stop, of few rounds no more than chance allows. The same looks at fixed
  /// intervals find something in more than 20 %: the simulation can fail.
  @Test(arguments: quiet)
  func `looking every day ships nothing without an effect`(
    _ goal: SimulatedExperiment.Goal, _ world: Quiet
  ) async {
    let count = rounds(60, all: 10_000)
    let looks = world.experiment(goal)
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
    let (stopped, found) = (
      Double(stops) / Double(count), Double(isSignificant) / Double(count)
    )
    Shares.note(
      "\(world), \(goal), \(looks.planned ?? 0) persons", rounds: count,
      [("ship", ships), ("stop", stopped), ("fixed intervals", found)])
    #expect(ships <= (count < 1_000 ? 0.05 : 0.025))
    #expect(stopped <= (count < 1_000 ? 0.07 : 0.03))
    if world != .withWhales { #expect(found > (count < 1_000 ? 0.1 : 0.2)) }
  }

  @Test(arguments: goals)
  func `twice the planned effect ships within the planned sample`(_ goal: SimulatedExperiment.Goal)
    async
  {
    let looks = Self.experiment(goal, truth: 0.6, days: 21)
    let count = rounds(40, all: 2_000)
    let ships = await Self.share(of: count, seed: 3) { looks.ships(&$0) }
    Shares.note("twice the planned effect, \(goal)", rounds: count, [("ship", ships)])
    #expect(ships >= 0.9)
  }

  /// The plan's promise itself, which is 80 %.
  @Test(arguments: goals)
  func `the planned effect ships as often as promised`(_ goal: SimulatedExperiment.Goal) async {
    let looks = Self.experiment(goal, truth: 0.3, days: 21)
    let count = rounds(60, all: 2_000)
    let ships = await Self.share(of: count, seed: 4) { looks.ships(&$0) }
    Shares.note("the planned effect, \(goal)", rounds: count, [("ship", ships)])
    // Three standard errors below 0.8.
    #expect(ships >= 0.8 - 3 * (0.16 / Double(count)).squareRoot())
  }

  /// 50 buyers of each arm, and no effect: a lift alone is below 0.1 % in 0.4 % of such tests.
  @Test func `a chance to win is no surer than few buyers allow`() async {
    let count = rounds(1_000, all: 20_000)
    var surest = 0
    let sure = await Self.share(of: count, seed: 16) { numbers in
      let arms = (0..<2).map { _ in
        Moments(units: 1_250, successes: Array(Payers(rate: 0.04, of: 1_250, &numbers)).count)
      }
      let chance = Comparison(.proportion, control: arms[0], variant: arms[1]).chanceToWin ?? 0.5
      if chance < 0.001 { surest += 1 }
      return chance < 0.025
    }
    Shares.note(
      "chance to win, 50 buyers", rounds: count,
      [("below 2.5%", sure), ("below 0.1%", Double(surest) / Double(count))])
    #expect(sure <= 0.025 && surest <= max(1, count / 1_000))
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
    Shares.note(
      "trials, intervals \(Wording.decimal(width / Double(count), 2)) times as wide", rounds: count,
      [
        ("fixed", covered), ("sequential", Double(sequential) / Double(count)),
        ("everybody", Double(naive) / Double(count)),
      ])
    // Few rounds are within three standard errors of it.
    #expect(covered >= (count < 2_000 ? 0.9 : 0.94))
    #expect(sequential >= count * 97 / 100)
    #expect(width / Double(count) <= 1.2)
    #expect(naive < max(1, count / 100))
  }
}
