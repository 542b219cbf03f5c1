import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct ExposureFileTests {
  @Test("What was acknowledged is there if the process ends at once", .inFolder)
  func killed() async throws {
    let ledger = try openFile()
    for round in 1...5 {
      let batch = (0..<20).map { Sample.exposure("\(round)-\($0)", "unit-\($0)") }
      try await ledger.record(batch, at: Double(round))
      try await ledger.alias("unit-\(round)", to: "ada", at: Double(round))
      let held = Sample.heldOut("\(round)", "held")
      #expect(try await ledger.hold(held, at: Double(round)) == [.heldOut])

      let again = try openAsKilled()
      #expect(
        try await again.counts()
          == ["trial 20 units, \(20 * (round - 1)) repeats, 0 conflicts, 0 held"])
      #expect(try await again.held() == ["held \(round)"])
      #expect(try await again.hold(held, at: 6) == [.already])
      #expect(again.mayHaveAssignments(of: "ada"))
      #expect(try await again.variants(of: "ada").count == round)
      #expect(try await again.frozenTerms() == ledger.frozenTerms())
      #expect(try await again.record(batch, at: 6) == Array(repeating: .already, count: 20))
      await again.close()
    }
  }

  @Test(
    "A file that cannot be written keeps nothing of a batch, which counts once it can", .inFolder)
  func trouble() async throws {
    let ledger = try openFile()
    let batch = (0..<50).map { Sample.exposure("\($0)", "unit-\($0)") }
    try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 1") }
    await #expect(throws: LedgerFailure.self) {
      try await ledger.record(batch, at: 1)
    }
    await #expect(throws: LedgerFailure.self) {
      try await ledger.alias("d1", to: "ada", at: 1)
    }
    try await ledger.writer.runBetweenGroups { try $0.execute(sql: "PRAGMA query_only = 0") }
    #expect(try await ledger.counts() == [])
    #expect(try await ledger.record(batch, at: 1) == Array(repeating: .recorded, count: 50))
    #expect(try await ledger.alias("d1", to: "ada", at: 1) == .new)
  }

  @Test("Who finds whose records is known again after opening", .inFolder)
  func filter() async throws {
    let first = try openFile()
    try await first.record(Sample.exposure("1", "d1"), Sample.exposure("1", "x"))
    for (id, user) in [("d1", "ada"), ("ada", "adam"), ("d2", "bob"), ("x", "y"), ("y", "x")] {
      try await first.alias(id, to: user, at: 1)
    }
    await first.close()
    let second = try openFile()
    let found = ["d1", "ada", "adam", "x", "y", "d2", "bob"].filter {
      second.mayHaveAssignments(of: $0)
    }
    #expect(found == ["d1", "ada", "x", "y"])
  }

  @Test("Ids of exposures are forgotten little by little", .inFolder)
  func pruned() async throws {
    let ledger = try openFile()
    let many = (0..<1200).map { Sample.exposure("\($0)", "unit-\($0 % 7)") }
    try await ledger.record(many, at: 1)
    var left: [Int?] = []
    for number in 0..<4 {
      try await ledger.record(Sample.exposure("late-\(number)", "ada"), at: 100)
      left.append(
        try await ledger.pool.read {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM exposure_ids")
        })
    }
    #expect(left == [701, 202, 3, 4])
  }
}
