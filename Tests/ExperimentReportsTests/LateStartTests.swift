import ExperimentResults
import Ledger
import PaywallCatalog
import PaywallSubscribers
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
  private func columns(_ persons: Int, _ dice: inout Dice) -> PhaseColumns {
    var columns = PhaseColumns()
    for variant in 0...1 {
      for number in 0..<persons {
        let at = World.start + Int64(number) * 14 * Self.day / Int64(persons)
        var person = PersonFacts(
          ExposedRow(
            variant: variant, placement: 0, at: Timestamp(milliseconds: at), isConflict: false,
            isHeldOut: false, dimensions: nil, known: nil))
        let begins = dice.below(10_000) < (variant == 0 ? 400 : 600)
        if begins {
          let start = at + (dice.chance(50) ? 0 : Int64(dice.below(10 * Int(Self.day))))
          let pays = variant == 0 || dice.chance(70)
          person.hasCustomer = true
          if variant == 0 {
            person.transactions = [transaction("1", at: start, isTrial: false)]
          } else {
            person.transactions = [transaction("1", at: start, isTrial: true)]
            if pays {
              person.transactions.append(
                transaction("2", at: start + 7 * Self.day, isTrial: false))
            }
          }
        }
        columns.add(person)
      }
    }
    columns.sort()
    return columns
  }

  private func transaction(_ id: String, at moment: Int64, isTrial: Bool) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: "1",
      productId: "weekly", signedDate: Timestamp(milliseconds: moment), groupId: "1",
      reason: OpenEnum(id == "1" ? .purchase : .renewal),
      purchaseDate: Timestamp(milliseconds: moment), price: isTrial ? 0 : 9_990, currency: "USD",
      offerDiscount: isTrial ? OpenEnum(.freeTrial) : nil)
  }

  @Test func `who begins late counts for no variant, with a trial or without`() throws {
    let count = rounds(12, all: 200)
    var dice = Dice(4_711)
    var (covered, effects) = (0, 0.0)
    let terms = ReportTerms(
      World.experiment, in: World.snapshot, .production,
      asOf: Timestamp(milliseconds: World.start + 40 * Self.day))
    let index = try #require(terms.goals.firstIndex { $0.goal.name == .paidRate })
    for _ in 0..<count {
      var tally = PhaseTally(terms)
      tally.add(columns(6_000, &dice))
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
