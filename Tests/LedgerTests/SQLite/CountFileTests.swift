import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct CountFileTests {
  @Test(
    "What was acknowledged is there if the process ends at once, and is not added again", .inFolder)
  func killed() async throws {
    let ledger = try openFile()
    for round in 1...4 {
      let batch = Sample.batch(Int64(round), [Sample.counted(): round])
      try await ledger.add(batch, at: 1)

      let again = try openAsKilled()
      #expect(try await again.add(batch, at: 1) == .already)
      #expect(
        try await again.dailyCounts(of: "price", in: .production).map(\.count)
          == [round * (round + 1) / 2])
      await again.close()
    }
  }

  @Test("A batch that a file cannot take counts once it can", .inFolder)
  func trouble() async throws {
    let ledger = try openFile()
    let batch = Sample.batch(1, [Sample.counted(): 7])
    try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 1") }
    await #expect(throws: LedgerFailure.self) { try await ledger.add(batch, at: 1) }
    try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 0") }
    #expect(try await ledger.add(batch, at: 1) == .new)
    #expect(try await ledger.dailyCounts(of: "price", in: .production).map(\.count) == [7])
  }

  @Test(
    "A row of a day takes at most 40 bytes, and processes that ended leave nothing for long",
    .inFolder)
  func size() async throws {
    let ledger = try openFile()
    for day in 0..<100 {
      var counts: [DailyCount.Key: Int] = [:]
      for version in 0..<30 {
        for variant in ["control", "trial"] {
          for event in [CountedEvent.served, .claimed("recorded"), .claimed("repeated")] {
            counts[
              Sample.counted(event, day: 20_000 + day, version: "3.\(version)", variant: variant)] =
              1000
          }
        }
      }
      let batch = Sample.batch(1, counts, run: day)
      try await ledger.add(batch, at: Double(day))
    }
    let (bytes, rows, runs) = try await ledger.pool.read { database in
      (
        try Int.fetchOne(
          database,
          sql: """
            SELECT sum(pgsize) FROM dbstat
            WHERE name IN ('daily_counts', 'counted_variants', 'counted_devices', 'counted_versions')
            """),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM daily_counts"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM count_batches")
      )
    }
    #expect(rows == 18_000)
    #expect((bytes ?? .max) <= 18_000 * 40)
    #expect(runs == 31)
  }
}
