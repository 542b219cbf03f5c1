import ExperimentResults
import PaywallCatalog
import Serving
import Subscribers
import TestSupport
import Testing

@testable import ExperimentReports
@testable import Ledger

/// The details of a report, which must agree with its metrics.
@Suite struct DetailTests {
  @Test func `days and products add up to what the report counts`() async throws {
    for seed in 0..<UInt64(rounds(8, all: 60)) {
      try await withLedger { ledger in
        var world = World(seed: seed)
        try await world.live(in: ledger)
        let report = try await World.report(
          ledger, of: World.experiment(seed), asOf: world.asOf)
        for (index, variant) in report.variants.enumerated() {
          #expect(report.details.days.reduce(0) { $0 + $1.persons[index] } == variant.persons)
        }
        let last = report.details.days.last?.comparisons.map(\.comparison.relative?.estimate)
        #expect(last == report.primary?.comparisons.map(\.comparison.relative?.estimate))
        // Every trial and purchase that starts is of one product.
        for (index, funnel) in report.funnels.enumerated() {
          let started = report.details.purchases.reduce(0) { $0 + $1.arms[index].started }
          let paid = report.details.purchases.reduce(0) { $0 + $1.arms[index].paid }
          #expect(started >= funnel.started && paid >= funnel.paid, "world \(seed)")
        }
        #expect(report.details.shown.map(\.paywall) == ["plain", "trial"])
        #expect(report.details.shown.map(\.products) == [["monthly"], ["weekly"]])
      }
    }
  }

  @Test func `what is paid by the month is a row of its own, and at once is not`() async throws {
    let plain = try await purchases(on: nil)
    #expect(plain.keys.sorted() == ["monthly", "weekly"])
    #expect(try await purchases(on: .billedUpFront) == plain)
    let byTheMonth = try await purchases(on: .monthly)
    #expect(byTheMonth.keys.sorted() == ["monthly (MONTHLY)", "weekly"])
    #expect(byTheMonth["monthly (MONTHLY)"] == plain["monthly"])
    #expect(byTheMonth["weekly"] == plain["weekly"])
  }

  /// Returns the purchases in one world, if people paid for `monthly` on this plan.
  private func purchases(
    on plan: BillingPlanType?
  ) async throws -> [String: [ProductPurchases.Arm]] {
    try await withLedger { ledger in
      var world = World(seed: 3, people: 40)
      world.billingPlan = plan
      try await world.live(in: ledger)
      let report = try await World.report(ledger, asOf: world.asOf)
      return Dictionary(
        report.details.purchases.map { ($0.name, $0.arms) }, uniquingKeysWith: { first, _ in first }
      )
    }
  }

  @Test func `what happened is told from the timeline, and a start that moved is marked`() {
    func event(_ part: PhaseState.Part, _ value: String, _ day: Int64) -> TimelineEvent {
      TimelineEvent(
        .phase(experiment: "price", number: 1, part), value,
        at: World.moment(days: day), release: "r\(day)")
    }
    let timeline = Timeline(events: [
      event(.status, "running", 0), event(.start, "2026-11-02T09:00:00Z", 0),
      event(.traffic, "50%", 0), event(.terms, "seed x", 0),
      event(.start, "2026-11-03T09:00:00Z", 2), event(.override, "9c1f Meant so", 2),
      event(.status, "stopped", 9),
    ])
    let terms = ReportTerms(
      World.experiment, in: World.snapshot, .production, asOf: World.moment(days: 5))
    let report = Assembly(PhaseTally(terms), timeline).report
    #expect(
      report.details.events.map(\.changes) == [
        ["running", "starts 2026-11-02T09:00:00Z", "traffic 50%"],
        [
          "start moved from 2026-11-02T09:00:00Z to 2026-11-03T09:00:00Z", "override: Meant so",
        ],
      ])
    #expect(report.details.events.map(\.movesStart) == [false, true])
  }
}
