import ExperimentResults
import Ledger
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports
@testable import LedgerSQLite

@Suite struct FollowTests {
  /// The report by `LedgerTables.persons`, which asks for each person.
  private func full(
    _ ledger: any Ledger, _ terms: ReportTerms, _ snapshot: Snapshot
  ) async throws -> ExperimentReport {
    let end = terms.asOf
    let reading = try await ledger.read(.scan) {
      try $0.persons(
        of: PhaseKey("price", 1, in: .production), until: end, reducing: PhaseColumns())
    }
    let question = NewPurchases.Question(
      of: terms.products, from: terms.experiment.schedule.start ?? .init(milliseconds: 0),
      until: terms.asOf)
    let purchases = try await ledger.newPurchases(question, in: .production)
    let timeline = try await ledger.timeline()
    return Assembly(
      terms, reading.with(PhaseTally(terms, of: reading.reducer)), snapshot, purchases, timeline,
      now: terms.asOf
    ).report
  }

  private func compare(
    _ ledger: any Ledger, _ revenue: RevenueReader, asOf: Timestamp, _ comment: Comment,
    _ snapshot: Snapshot = World.snapshot
  ) async throws {
    let terms = ReportTerms(World.experiment, in: snapshot, .production, asOf: asOf)
    let report = try await World.report(ledger, in: snapshot, asOf: asOf)
    let full = try await full(ledger, terms, snapshot)
    #expect(Judge.words(report) == Judge.words(full), comment)
    let isSame = report == full
    #expect(isSame, comment)
    let kept = try await revenue.report(snapshot, in: .production, asOf: asOf, now: asOf)
    let read = try await RevenueReport.report(
      from: ledger, snapshot, in: .production, asOf: asOf, now: asOf)
    #expect(kept == read, comment)
  }

  @Test(
    "a report that reads only what has changed is the report that reads everything",
    .timeLimit(.minutes(10)))
  func follows() async throws {
    for seed in 0..<UInt64(rounds(6, all: 100)) {
      try await withTemporaryFolder { folder in
        var options = SQLiteLedger.Options()
        options.isWriting = true
        let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite", options: options)
        let revenue = RevenueReader(ledger)
        var world = World(seed: seed, people: 25)
        try await compare(ledger, revenue, asOf: world.asOf, "before anything, world \(seed)")
        for number in 0..<15 { try await world.person(number, in: ledger) }
        for round in 0..<40 {
          for _ in 0..<(1 + world.random.below(4)) { try await world.step(in: ledger) }
          // Other rates need no other reading.
          var snapshot = World.snapshot
          if round % 3 == 0 { snapshot.rates = nil }
          try await compare(
            ledger, revenue, asOf: world.asOf, "round \(round) of world \(seed)", snapshot)
        }
        // Most of them follow: few changes reach persons that cannot be told apart.
        #expect(ledger.phaseImages.followed > 30, "world \(seed)")
        // A spelling that no change can be followed by.
        let mixed = "C0ffee00" + World.token(1).dropFirst(8)
        try await world.expose(mixed, isUser: false, "trial", world.start, ledger)
        try await compare(ledger, revenue, asOf: world.asOf, "a mixed spelling in world \(seed)")
        _ = try await ledger.record(
          world.claim("c1", anonymous: World.token(1)), at: world.asOf)
        try await compare(ledger, revenue, asOf: world.asOf, "a sighting of it in world \(seed)")
        // A look back, and everything again after that.
        let earlier = world.start.adding(milliseconds: 9 * Timestamp.day)
        try await compare(ledger, revenue, asOf: earlier, "a look back in world \(seed)")
        try await world.step(in: ledger)
        try await compare(ledger, revenue, asOf: world.asOf, "after the look back, world \(seed)")
        await ledger.close()
      }
    }
  }
}
