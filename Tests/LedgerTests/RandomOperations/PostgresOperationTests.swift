import Foundation
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

/// The ledger in memory and the one on PostgreSQL get the same operations, and have the same rows
/// in all tables; `RandomOperationTests` does so with the one in a file.
@Suite(.enabled(if: PostgresCluster.isInstalled)) struct PostgresOperationTests {
  private static let operations = 1000

  private static let seeds =
    ProcessInfo.processInfo.environment["PAYWALL_TEST_OPERATIONS"].flatMap(Int.init)
    .map { max(1, $0 / operations) } ?? rounds(2, all: 6)

  @Test("The same operations leave the same rows on PostgreSQL", arguments: 0..<seeds)
  func alike(seed: Int) async throws {
    let salt = [UInt8](repeating: 7, count: 32)
    try await withPostgres(salt: salt) { ledger in
      var script = OperationScript(seed: seed)
      var memory = OracleTables(salt: salt)
      for part in 1...Self.operations / 100 {
        let steps = (0..<100).map { _ in script.next() }
        let told = steps.map { Self.run($0, in: &memory) }
        let answers = try await Self.run(steps, in: ledger)
        for (step, answer) in zip(steps, zip(told, answers)) where answer.0 != answer.1 {
          Issue.record("\(seed)/\(step): \(answer.0) in memory, \(answer.1) on PostgreSQL")
          return
        }
        guard part.isMultiple(of: 2) else { continue }
        let kept = try ListedRows(memory).lines(memory)
        let written = try await ledger.readTables { try ListedRows($0).lines($0) }
        let difference = written.difference(from: kept)
        #expect(difference.isEmpty, "\(seed), after \(script.step): \(difference.words)")
        guard difference.isEmpty else { return }
      }
    }
  }

  @Test("Every table of the schema is compared")
  func tables() async throws {
    let names = try await withPostgres { ledger in
      try await ledger.readTables { tables in
        try tables.each(
          "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
        ) { try $0.required(0) }
      }
    }
    #expect(Set(names) == ListedRows.postgresTables)
  }

  static func run(_ step: OperationScript.Step, in tables: inout OracleTables) -> String {
    var draft = tables
    do {
      let answer = try step.operation.run(in: &draft, step.environment, at: step.now)
      tables = draft
      return answer
    } catch {
      return "\(error)"
    }
  }

  /// Runs in one transaction; a call that fails is rolled back alone.
  static func run(
    _ steps: [OperationScript.Step], in ledger: PostgresLedger
  ) async throws -> [String] {
    try await ledger.writer.write { tables in
      try steps.map { step in
        try tables.run("SAVEPOINT step")
        do {
          let answer = try step.operation.run(in: &tables, step.environment, at: step.now)
          try tables.run("RELEASE step")
          return answer
        } catch let failure as LedgerFailure {
          try tables.run("ROLLBACK TO step")
          tables.reads.terms = [:]
          tables.reads.addedHeaders = []
          // Numbers that a rolled back call has drawn are drawn again, as in memory.
          for (table, column) in [
            ("grants", "id"), ("dimensions", "number"), ("served_paywalls", "number"),
            ("reported_paywalls", "number"),
          ] {
            try tables.run(
              """
              SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'),
                coalesce(max(\(column)), 0) + 1, false) FROM \(table)
              """)
          }
          return "\(failure)"
        }
      }
    }
  }
}
