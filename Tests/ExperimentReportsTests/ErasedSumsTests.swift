import ExperimentResults
import Ledger
import PaywallCatalog
import Testing

@testable import ExperimentReports

/// What erased persons keep adding to a metric.
@Suite struct ErasedSumsTests {
  /// Two persons: one had spent 1,000 dollars in euros (866.30) and started, one had spent nothing.
  private static let cell: ErasedCell = {
    var counts = ExposureCounts(variant: "control")
    counts.units = 2
    let before = ErasedMetric.spendBefore("EUR")
    return ErasedCell(
      ErasedCell.Key(
        environment: .production, experiment: "price", phase: 1, variant: "control", group: nil),
      counts: counts,
      sums: [
        ErasedCell.Product(.started): 1, ErasedCell.Product(.started, times: .started): 1,
        ErasedCell.Product(.trials): 1, ErasedCell.Product(.trials, times: .trials): 1,
        ErasedCell.Product(before): 866_300,
        ErasedCell.Product(before, times: before): 866_300 * 866_300,
        ErasedCell.Product(.started, times: before): 866_300,
        ErasedCell.Product(.trials, times: before): 866_300,
      ])
  }()

  @Test func `their earlier spending stays a covariate`() throws {
    let asOf = Timestamp(milliseconds: World.start + 90 * Timestamp.day)
    let terms = ReportTerms(World.experiment, in: World.snapshot, .production, asOf: asOf)
    let erased = ErasedSums(cells: [Self.cell], terms: terms, lastAt: World.start)
    func moments(_ name: MetricName) throws -> Moments {
      let metric = try #require(terms.goals.first { $0.goal.name == name })
      return try #require(erased.moments(of: metric, "control")).mature
    }
    #expect(
      try moments(.startRate)
        == Moments(
          units: 2, sum: 1, squares: 1, covariateSum: 1_000_000,
          covariateSquares: 1_000_000_000_000, covariateProducts: 1_000_000))
    #expect(
      try moments(.trialToPaid)
        == Moments(
          units: 2, denominatorSum: 1, denominatorSquares: 1, covariateSum: 1_000_000,
          covariateSquares: 1_000_000_000_000, denominatorCovariateProducts: 1_000_000))
  }
}
