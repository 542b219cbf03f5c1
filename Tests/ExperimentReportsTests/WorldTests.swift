import ExperimentReports
import ExperimentResults
import Foundation
import Ledger
import LedgerSQLite
import PaywallCatalog
import TestSupport
import Testing

@Suite struct WorldTests {
  @Test(
    "every number of a report equals its recomputation in DuckDB from the exported tables",
    .enabled(if: Judge.python != nil, "PAYWALL_TEST_DUCKDB names no Python with DuckDB"))
  func recomputation() async throws {
    for seed in 0..<UInt64(rounds(5, all: 60, variable: "PAYWALL_TEST_WORLDS")) {
      try await withFolder { folder in
        let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
        var world = World(seed: seed)
        try await world.live(in: ledger)
        let report = try await ReportMaker(snapshot: World.snapshot, ledger: ledger).report(
          of: World.experiment(seed), in: .production, asOf: world.asOf, now: world.asOf)
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
      try await withFolder { folder in
        let file = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
        let memory = MemoryLedger()
        var reports: [ExperimentReport] = []
        for ledger in [file, memory] as [any Ledger] {
          var world = World(seed: seed)
          try await world.live(in: ledger)
          reports.append(
            try await ReportMaker(snapshot: World.snapshot, ledger: ledger).report(
              of: World.experiment(seed), in: .production, asOf: world.asOf, now: world.asOf))
        }
        await file.close()
        #expect(Judge.words(reports[0]) == Judge.words(reports[1]), "world \(seed)")
        #expect(reports[0].breakdowns == reports[1].breakdowns)
      }
    }
  }
}

func withFolder(_ body: (String) async throws -> Void) async throws {
  let url = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  try await body(url.path)
}
