import Foundation
import GRDB
import Ledger
import LedgerStorage
import Synchronization
import TestSupport
import Testing

@testable import LedgerPostgres
@testable import LedgerSQLite

/// The implementations that must satisfy the contract.
enum LedgerKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, sqlite, postgres

  /// Without PostgreSQL's binaries its tests are left out, which `PostgresTests` says.
  static let allCases: [LedgerKind] =
    [.memory, .sqlite] + (PostgresCluster.isInstalled ? [.postgres] : [])

  var testDescription: String { rawValue }

  /// A new ledger for the length of `body`.
  func withLedger<Output>(_ body: (any Ledger) async throws -> Output) async throws -> Output {
    switch self {
    case .memory: return try await body(SQLiteLedger.inMemory())
    case .sqlite: return try await withFile { try await body($0) }
    case .postgres: return try await withPostgres { try await body($0) }
    }
  }
}

/// The turns of a few tests at a time, so that the server has room for their connections.
private let postgresTurns = Turns(6)
/// Ledgers without rows. Deleting rows takes a tenth of the time that new tables take.
private let emptyPostgres = Mutex<[PostgresAddress]>([])

/// An empty ledger on PostgreSQL for the length of `body`.
///
/// - Parameter salt: the salt of a new ledger.
func withPostgres<Output>(
  salt: [UInt8]? = nil, _ body: (PostgresLedger) async throws -> Output
) async throws -> Output {
  var options = PostgresLedger.Options()
  options.salt = salt
  options.writers = 2
  options.readers = 2
  return try await postgresTurns.take {
    let address = try salt == nil ? emptyPostgres.withLock { $0.popLast() } ?? .unused() : .unused()
    let ledger = try PostgresLedger.open(address, options: options)
    do {
      let output = try await body(ledger)
      // A test may have closed it.
      if salt == nil, (try? await ledger.deleteRows()) != nil {
        emptyPostgres.withLock { $0.append(address) }
      }
      await ledger.close()
      return output
    } catch {
      await ledger.close()
      throw error
    }
  }
}

extension PostgresLedger {
  /// Deletes every row but the ledger's own, without the triggers that keep some.
  fileprivate func deleteRows() async throws(LedgerFailure) {
    try await writer.write(alone: true) { tables in
      try tables.run("SET LOCAL session_replication_role TO replica")
      let names = try tables.each(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
      ) { try $0.required(0) }
      for name in names where name != "ledger" { try tables.run("DELETE FROM \(name)") }
      try tables.run("UPDATE ledger SET roots = NULL")
      try tables.run(
        """
        SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
        FROM pg_sequences WHERE schemaname = current_schema()
        """)
    }
  }
}

extension PostgresAddress {
  /// A schema of the tests' server that no other test uses.
  static func unused() throws -> PostgresAddress {
    try PostgresAddress(PostgresCluster.shared.get().address())
  }
}

/// A new ledger in a file, closed after it.
func withFile<Output>(_ body: (SQLiteLedger) async throws -> Output) async throws -> Output {
  try await withFolder { try await body($0.open()) }
}

extension SQLiteLedger {
  /// Expects that the tables themselves do not let a change be made.
  @discardableResult
  func refuses(
    _ sql: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> LedgerFailure? {
    await #expect(throws: LedgerFailure.self, "\(sql)", sourceLocation: sourceLocation) {
      try await self.writer.runBetweenGroups { try $0.execute(sql: sql) }
    }
  }
}
