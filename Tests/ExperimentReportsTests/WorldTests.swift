import ExperimentReports
import ExperimentResults
import Foundation
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
      try await withFolder { folder in
        let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
        var world = World(seed: seed)
        world.copier = Dice(seed)
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
        let memory = SQLiteLedger.inMemory()
        var reports: [ExperimentReport] = []
        for ledger in [file, memory] as [any Ledger] {
          var world = World(seed: seed)
          world.copier = Dice(seed)
          try await world.live(in: ledger)
          reports.append(try await Self.report(of: world, seed, from: ledger))
        }
        await file.close()
        #expect(Judge.words(reports[0]) == Judge.words(reports[1]), "world \(seed)")
        #expect(reports[0].breakdowns == reports[1].breakdowns)
      }
    }
  }

  @Test func `copies of purchases under other transaction ids change no number`() async throws {
    var worldsWithCopies = 0
    for seed in 0..<UInt64(rounds(10, all: 200)) {
      try await withFolder { folder in
        var reports: [ExperimentReport] = []
        var transactions: [Int] = []
        for copier in [nil, Dice(seed)] {
          let name = copier == nil ? "once" : "copied"
          let ledger = try SQLiteLedger.open(path: folder + "/\(name).sqlite")
          var world = World(seed: seed)
          world.copier = copier
          try await world.live(in: ledger)
          reports.append(try await Self.report(of: world, seed, from: ledger))
          transactions.append(try await ledger.entries(after: 0, limit: .max).count)
          await ledger.close()
        }
        if transactions[1] > transactions[0] { worldsWithCopies += 1 }
        #expect(Judge.words(reports[0]) == Judge.words(reports[1]), "world \(seed)")
      }
    }
    #expect(worldsWithCopies > 8)
  }

  private static func report(
    of world: World, _ seed: UInt64, from ledger: any Ledger
  ) async throws -> ExperimentReport {
    try await ReportMaker(snapshot: World.snapshot, ledger: ledger).report(
      of: World.experiment(seed), in: .production, asOf: world.asOf, now: world.asOf)
  }
}

func withFolder<Output>(_ body: (String) async throws -> Output) async throws -> Output {
  let url = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(url.path)
}
