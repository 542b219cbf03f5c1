import ExperimentReports
import ExperimentResults
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@Suite struct WorldTests {
  @Test(
    "every number of a report equals its recomputation in DuckDB from the exported tables",
    .enabled(if: Judge.python != nil, "PAYWALL_TEST_DUCKDB names no Python with DuckDB"))
  func recomputation() async throws {
    for seed in 0..<UInt64(rounds(5, all: 60, variable: "PAYWALL_TEST_WORLDS")) {
      try await withTemporaryFolder { folder in
        let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
        var world = World(seed: seed)
        world.copier = SplitMix(state: seed)
        try await world.live(in: ledger)
        let report = try await World.report(
          ledger, of: World.experiment(seed), asOf: world.asOf)
        _ = try await ledger.exportTables(to: folder)
        await ledger.close()
        let judge = try Judge(
          folder, sql: report.provenance.recomputation, python: Judge.python ?? "python3")
        #expect(Set(judge.words) == Set(Judge.words(report)), "world \(seed)")
      }
    }
  }

  @Test func `a ledger in memory and one in a file give the same report`() async throws {
    for seed in 0..<UInt64(rounds(10, all: 200)) {
      var reports: [ExperimentReport] = []
      try await withEachLedger { ledger in
        var world = World(seed: seed)
        world.copier = SplitMix(state: seed)
        try await world.live(in: ledger)
        reports.append(
          try await World.report(ledger, of: World.experiment(seed), asOf: world.asOf))
      }
      #expect(Judge.words(reports[0]) == Judge.words(reports[1]), "world \(seed)")
      #expect(reports[0].breakdowns == reports[1].breakdowns)
    }
  }

  @Test func `copies of purchases under other transaction ids change no number`() async throws {
    var worldsWithCopies = 0
    for seed in 0..<UInt64(rounds(10, all: 200)) {
      var reports: [ExperimentReport] = []
      var transactions: [Int] = []
      for copier in [nil, SplitMix(state: seed)] {
        try await withLedger { ledger in
          var world = World(seed: seed)
          world.copier = copier
          try await world.live(in: ledger)
          reports.append(
            try await World.report(ledger, of: World.experiment(seed), asOf: world.asOf))
          transactions.append(try await ledger.entries(after: 0, limit: .max).count)
        }
      }
      if transactions[1] > transactions[0] { worldsWithCopies += 1 }
      #expect(Judge.words(reports[0]) == Judge.words(reports[1]), "world \(seed)")
    }
    #expect(worldsWithCopies > 8)
  }
}
