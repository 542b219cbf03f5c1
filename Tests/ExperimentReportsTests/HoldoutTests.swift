import ExperimentResults
import LedgerSQLite
import PaywallCatalog
import PaywallSubscribers
import TestSupport
import Testing

@testable import ExperimentReports
@testable import Ledger

/// Visitors whom the holdout kept out, against all who were enrolled.
@Suite struct HoldoutTests {
  @Test func `the holdout is compared with everybody who was enrolled`() throws {
    let asOf = Timestamp(milliseconds: World.start + 90 * Timestamp.day)
    var experiment = World.experiment
    experiment.metrics = Metrics(primary: MetricGoal(.startRate))
    let terms = ReportTerms(experiment, in: World.snapshot, .production, asOf: asOf)
    func tally(_ arms: [(persons: Int, starts: Int)]) -> PhaseTally {
      var columns = PhaseColumns()
      for (variant, arm) in arms.enumerated() {
        for number in 0..<arm.persons {
          columns.add(person(variant, number, starts: number < arm.starts))
        }
      }
      var tally = PhaseTally(terms)
      tally.add(columns)
      return tally
    }
    var names = ExposedNames()
    for name in ["control", "trial"] { _ = names.number(ofVariant: name) }
    _ = names.number(ofPlacement: "onboarding")
    var assembly = Assembly(
      terms,
      PhaseReading(
        reducer: tally([(100, 10), (300, 50)]), names: names, dimensions: [:], erased: [],
        unitsElsewhere: 0, arrival: nil), World.snapshot, now: asOf)
    #expect(assembly.report.details.holdout.isEmpty)
    assembly.heldOut = tally([(200, 20)])
    let found = try #require(assembly.report.details.holdout.first)
    // 60 of 400 are 15 %, half more than 20 of 200.
    #expect(found.metric == .startRate)
    #expect(found.comparison.control.units == 200 && found.comparison.variant.units == 400)
    #expect(abs((found.comparison.relative?.estimate ?? 0) - 0.5) < 1e-12)
  }

  private func person(_ variant: Int, _ number: Int, starts: Bool) -> PersonFacts {
    let at = Timestamp(milliseconds: World.start + Int64(number))
    var person = PersonFacts(
      ExposedRow(
        variant: variant, placement: 0, at: at, isConflict: false, isHeldOut: false,
        dimensions: nil, known: nil))
    if starts {
      person.hasCustomer = true
      person.transactions = [
        TransactionFact(
          environment: .production, transactionId: "1", originalTransactionId: "1",
          productId: "weekly", signedDate: at, purchaseDate: at, price: 0)
      ]
    }
    return person
  }
}
