import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallSubscribers
import Testing

@testable import LedgerSQLite

@Suite struct ExposureFileTests {
  @Test("What was acknowledged is there if the process ends at once", .inFolder)
  func killed() async throws {
    let path = folder.path("ledger.sqlite")
    let ledger = try SQLiteLedger.open(path: path)
    for round in 1...5 {
      let batch = (0..<20).map { Sample.exposure("\(round)-\($0)", "unit-\($0)") }
      _ = try await ledger.record(batch, in: .production, at: Sample.day(Double(round)))
      _ = try await ledger.alias(
        "unit-\(round)", to: "ada", in: .production, at: Sample.day(Double(round)))
      let held = Sample.heldOut("\(round)", "held")
      #expect(try await ledger.hold(held, at: Double(round)) == [.heldOut])

      // The files as a process that is killed here leaves them.
      let copy = folder.path("copy-\(round).sqlite")
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
      }
      let again = try SQLiteLedger.open(path: copy)
      #expect(
        try await again.counts()
          == ["trial 20 units, \(20 * (round - 1)) repeats, 0 conflicts, 0 held"])
      #expect(try await again.held() == ["held \(round)"])
      #expect(try await again.hold(held, at: 6) == [.already])
      #expect(again.mayHaveAssignments(of: "ada", in: .production))
      #expect(try await again.variants(of: "ada").count == round)
      #expect(try await again.frozenTerms() == ledger.frozenTerms())
      #expect(
        try await again.record(batch, in: .production, at: Sample.day(6))
          == Array(repeating: .already, count: 20))
      await again.close()
    }
    await ledger.close()
  }

  @Test("A file that cannot be written keeps nothing of a batch, which counts once it can")
  func trouble() async throws {
    try await withFile { ledger in
      let batch = (0..<50).map { Sample.exposure("\($0)", "unit-\($0)") }
      try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 1") }
      await #expect(throws: LedgerFailure.self) {
        try await ledger.record(batch, in: .production, at: Sample.day(1))
      }
      await #expect(throws: LedgerFailure.self) {
        try await ledger.alias("d1", to: "ada", in: .production, at: Sample.day(1))
      }
      try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 0") }
      #expect(try await ledger.counts() == [])
      #expect(
        try await ledger.record(batch, in: .production, at: Sample.day(1))
          == Array(repeating: .recorded, count: 50))
      #expect(try await ledger.alias("d1", to: "ada", in: .production, at: Sample.day(1)) == .new)
    }
  }

  @Test("Who finds whose records is known again after opening", .inFolder)
  func filter() async throws {
    let path = folder.path("ledger.sqlite")
    let first = try SQLiteLedger.open(path: path)
    _ = try await first.record(Sample.exposure("1", "d1"), Sample.exposure("1", "x"))
    for (id, user) in [("d1", "ada"), ("ada", "adam"), ("d2", "bob"), ("x", "y"), ("y", "x")] {
      _ = try await first.alias(id, to: user, in: .production, at: Sample.day(1))
    }
    await first.close()
    let second = try SQLiteLedger.open(path: path)
    let found = ["d1", "ada", "adam", "x", "y", "d2", "bob"].filter {
      second.mayHaveAssignments(of: $0, in: .production)
    }
    #expect(found == ["d1", "ada", "x", "y"])
    await second.close()
  }

  @Test("Ids of exposures are forgotten little by little")
  func pruned() async throws {
    try await withFile { ledger in
      let many = (0..<1200).map { Sample.exposure("\($0)", "unit-\($0 % 7)") }
      _ = try await ledger.record(many, in: .production, at: Sample.day(1))
      var left: [Int?] = []
      for number in 0..<4 {
        _ = try await ledger.record(Sample.exposure("late-\(number)", "ada"), at: 100)
        left.append(
          try await ledger.pool.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM exposure_ids")
          })
      }
      #expect(left == [701, 202, 3, 4])
    }
  }
}
