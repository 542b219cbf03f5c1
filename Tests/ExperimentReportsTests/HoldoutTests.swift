import ExperimentResults
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports
@testable import Ledger

/// Visitors whom the holdout kept out, against all who were enrolled.
@Suite struct HoldoutTests {
  private func terms(_ primary: MetricGoal) -> ReportTerms {
    var experiment = World.experiment
    experiment.metrics = Metrics(primary: primary)
    return ReportTerms(experiment, in: World.snapshot, .production, asOf: World.moment(days: 90))
  }

  /// By variant, persons of whom the first ones buy at these prices.
  private func tally(_ terms: ReportTerms, _ arms: [(persons: Int, prices: [Int64])]) -> PhaseTally
  {
    var columns = PhaseColumns()
    for (variant, arm) in arms.enumerated() {
      for number in 0..<arm.persons {
        let at = Timestamp(milliseconds: World.start + Int64(number))
        let prices = arm.prices.dropFirst(number).prefix(1)
        columns.add(
          PersonFacts(
            seeing: variant, at: at, buying: prices.map { .weekly(at: at, price: $0) }))
      }
    }
    return PhaseTally(terms, of: columns)
  }

  /// 0.70 USD of 1.00 are left after commission, and 7.00 of 10.00; the file cuts at the median, 0.70.
  @Test func `the file's cap cuts the holdout's money too`() throws {
    var goal = MetricGoal(.proceedsPerVisitor)
    goal.cap = BasisPoints(5000)
    let terms = terms(goal)
    let usual = Array(repeating: Int64(1000), count: 9)
    var assembly = Assembly(tally(terms, [(100, usual), (100, usual + [10_000])]))
    assembly.heldOut = tally(terms, [(50, usual + [10_000])])
    let found = try #require(assembly.report.details.holdout.first).comparison
    #expect(abs(found.control.value - 10 * 700 / 50) < 1e-9)
    #expect(abs(found.variant.value - 19 * 700 / 200) < 1e-9)
  }

  @Test func `the holdout is compared with everybody who was enrolled`() throws {
    let terms = terms(MetricGoal(.startRate))
    func trials(_ count: Int) -> [Int64] { Array(repeating: 0, count: count) }
    var assembly = Assembly(tally(terms, [(100, trials(10)), (300, trials(50))]))
    #expect(assembly.report.details.holdout.isEmpty)
    assembly.heldOut = tally(terms, [(200, trials(20))])
    let found = try #require(assembly.report.details.holdout.first)
    // 60 of 400 are 15 %, half more than 20 of 200.
    #expect(found.metric == .startRate)
    #expect(found.comparison.control.units == 200 && found.comparison.variant.units == 400)
    #expect(abs((found.comparison.relative?.estimate ?? 0) - 0.5) < 1e-12)
  }
}
