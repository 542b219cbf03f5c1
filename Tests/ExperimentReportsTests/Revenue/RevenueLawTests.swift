import Ledger
import PaywallCatalog
import Testing

@testable import ExperimentReports

@Suite struct RevenueLawTests {
  private static let moments = ["2026-02-28", "2026-06-01", "2026-08-17", "2027-01-31"]

  @Test("The numbers of random lives are those of a slow count", arguments: 1...20)
  func oracle(seed: UInt64) {
    let people = RevenueWorld(seed: seed, people: 60).people
    let asOf = Lives.day(Self.moments[Int(seed % 4)]).adding(milliseconds: Int64(seed) * 1_234_567)
    let report = Lives.report(on: people.map(\.purchases), asOf: asOf)
    let oracle = RevenueOracle(people: people, asOf: asOf)
    let expected = oracle.months.drop { $0 == RevenueReport.Month(start: $0.start) }
    let found = report.months.map { month in
      var month = month
      month.recurring.rates = 0
      return month
    }
    #expect(found == Array(expected))
    #expect(report.cohorts == oracle.cohorts)
    #expect(report.trials == oracle.trials)
  }

  @Test("Movements add up to the milliunit, and so do sales and their parts", arguments: 1...20)
  func sums(seed: UInt64) {
    let people = RevenueWorld(seed: seed, people: 60).people
    let report = Lives.report(on: people.map(\.purchases), asOf: Lives.day("2026-05-31"))
    var before: Int64 = 0
    for month in report.months {
      let moved = month.recurring
      #expect(moved.start == before)
      #expect(
        moved.start + moved.new + moved.expansion + moved.reactivation - moved.contraction
          - moved.churn == moved.end)
      before = moved.end
    }
    let year = report.months.filter { $0.start >= report.salesSince }
    #expect(report.products.map(\.gross).reduce(0, +) == year.map(\.sales.gross).reduce(0, +))
    for parts in [report.storefronts, report.offers] {
      #expect(parts.map(\.net).reduce(0, +) == report.products.map(\.net).reduce(0, +))
      #expect(parts.map(\.payments).reduce(0, +) == report.products.map(\.payments).reduce(0, +))
    }
  }

  @Test("Neither the order of customers nor that of transactions matters")
  func order() {
    let people = RevenueWorld(seed: 7, people: 60).people.map(\.purchases)
    let turned = people.reversed().map {
      CustomerPurchases(transactions: $0.transactions.reversed(), renewals: $0.renewals)
    }
    let asOf = Lives.day("2026-08-17")
    #expect(Lives.report(on: people, asOf: asOf) == Lives.report(on: turned, asOf: asOf))
  }
}
