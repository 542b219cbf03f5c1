import ExperimentResults
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import ExperimentReports

/// The trap of trials with persons who begin late: of the control 4.0 % pay when they begin; of the
/// variant 6 % begin a trial of 7 days, and 70 % of them pay after it. Half of all begin at once, the
/// others within the next 10 days.
@Suite struct LateStartTests {
  private static let day = Timestamp.day
  private static let truth = 0.05

  /// - Parameter persons: of each variant, who arrive evenly in 14 days.
  private func columns(_ persons: Int, _ dice: inout SplitMix) -> PhaseColumns {
    var columns = PhaseColumns()
    for variant in 0...1 {
      for number in 0..<persons {
        let at = Timestamp(
          milliseconds: World.start + Int64(number) * 14 * Self.day / Int64(persons))
        var bought: [TransactionFact] = []
        let begins = dice.below(10_000) < (variant == 0 ? 400 : 600)
        if begins {
          let late = dice.chance(50) ? 0 : Int64(dice.below(10 * Int(Self.day)))
          let start = at.adding(milliseconds: late)
          if variant == 0 {
            bought = [.weekly(at: start, price: 9_990)]
          } else {
            bought = [.weekly(at: start, price: 0, isTrial: true)]
            if dice.chance(70) {
              let end = start.adding(milliseconds: 7 * Self.day)
              bought.append(.weekly("2", at: end, .renewal, price: 9_990))
            }
          }
        }
        columns.add(PersonFacts(seeing: variant, at: at, buying: bought))
      }
    }
    columns.sort()
    return columns
  }

  @Test func `who begins late counts for no variant, with a trial or without`() throws {
    let count = rounds(12, all: 200)
    var dice = SplitMix(state: 4_711)
    var (covered, effects) = (0, 0.0)
    let terms = ReportTerms(
      World.experiment, in: World.snapshot, .production,
      asOf: World.moment(days: 40))
    let index = try #require(terms.goals.firstIndex { $0.goal.name == .paidRate })
    for _ in 0..<count {
      let tally = PhaseTally(terms, of: columns(6_000, &dice))
      let comparison = Comparison(
        .proportion, control: tally.variants[0].goals[index].moments,
        variant: tally.variants[1].goals[index].moments)
      let relative = try #require(comparison.relative)
      if relative.fixed.contains(Self.truth) { covered += 1 }
      effects += relative.estimate
    }
    // The two-sided 95 % interval; few rounds are within three standard errors of it.
    #expect(Double(covered) >= Double(count) * (count < 200 ? 0.75 : 0.9))
    // The standard error of one round is 0.13. Counting every start, the control's late ones count and
    // the variant's do not: −0.27.
    #expect(abs(effects / Double(count) - Self.truth) < 0.4 / Double(count).squareRoot())
  }
}
