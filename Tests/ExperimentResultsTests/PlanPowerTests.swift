import ExperimentResults
import TestSupport
import Testing

/// How often a sample that was planned from the first buyers of the control finds what it was planned for.
@Suite("power of planned samples")
struct PlanPowerTests {
  /// 5 % buy, and 30 % more is planned for and true, from 20 to 600 visitors a day, until twice as many came
  /// as are needed; the last one lets a twentieth in for a week.
  @Test(arguments: [(20, 1000, false), (100, 203, false), (600, 42, false), (300, 77, true)])
  func `tests that reach their sample find the smallest effect in four of five`(
    perDay: Int, days: Int, isRamped: Bool
  ) async throws {
    let count = rounds(150, all: 4_000)
    var experiment = SimulatedExperiment(.init(0.05), .init(0.065), perDay: perDay, days: days)
    if isRamped { experiment.ramp = { $0 < 7 ? 0.05 : 1 } }
    var (reached, found, unplanned) = (0, 0, 0)
    for round in 0..<count {
      var numbers = SplitMix(state: UInt64(round) &* 9_973 &+ UInt64(perDay))
      let evidence = experiment.lastLook(&numbers).evidence
      let goal = try #require(evidence.goals.first)
      await Task.yield()
      guard let planned = goal.planned else {
        unplanned += 1
        continue
      }
      reached += 1
      if planned.sign(\.fixed) == 1 { found += 1 }
    }
    Shares.note(
      "\(perDay) a day\(isRamped ? ", ramped" : "")", rounds: count,
      [
        ("found", Double(found) / Double(reached)),
        ("unplanned", Double(unplanned) / Double(count)),
      ])
    #expect(Double(unplanned) <= 0.01 * Double(count))
    // Two standard errors of 80 % below it, so that chance fails no build; with all rounds that is 78.7 %.
    let chance = 2 * (0.16 / Double(reached)).squareRoot()
    #expect(Double(found) >= (0.8 - chance) * Double(reached), "\(found) of \(reached)")
  }
}
