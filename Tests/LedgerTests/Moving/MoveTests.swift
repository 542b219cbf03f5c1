import Foundation
import PaywallCatalog
import PaywallTextCoding
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres
@testable import LedgerSQLite
@testable import LedgerStorage

/// A ledger that is moved goes on as if it had not been: the expected rows are those of the ledger
/// in memory, which does not move.
@Suite("Moving a ledger between a file and PostgreSQL", .enabled(if: PostgresCluster.isInstalled))
struct MoveTests {
  private static let seeds = rounds(2, all: 6)
  private static let salt = [UInt8](repeating: 7, count: 32)

  @Test(
    "All rows come along, there and back, and every call answers as before", .inFolder,
    arguments: 0..<seeds)
  func alike(seed: Int) async throws {
    var script = OperationScript(seed: 100 + seed)
    var memory = OracleTables(salt: Self.salt)
    var options = SQLiteLedger.Options()
    options.restoredSalt = Self.salt.hexadecimal
    var file = try openFile("0.sqlite", options)
    try await file.endRestoration()
    for round in 1...3 {
      for _ in 1...2 {
        let steps = (0..<100).map { _ in script.next() }
        let told = steps.map { PostgresOperationTests.run($0, in: &memory) }
        #expect(try await RandomOperationTests.run(steps, in: file) == told)
      }
      await file.close()
      let address = try PostgresAddress.unused()
      let there = try Moving.move(
        MovableFile(path: folder.path("\(round - 1).sqlite"), isCreating: false),
        MovableDatabase(address, isCreating: true))
      let kept = try ListedRows(memory).lines(memory)
      let database = try PostgresLedger.open(address)
      let written = try await database.readTables { try ListedRows($0).lines($0) }
      #expect(written.difference(from: kept).isEmpty, "\(seed)/\(round) on PostgreSQL")
      let steps = (0..<100).map { _ in script.next() }
      let told = steps.map { PostgresOperationTests.run($0, in: &memory) }
      #expect(try await PostgresOperationTests.run(steps, in: database) == told)
      await database.close()
      let back = try Moving.move(
        MovableDatabase(address, isCreating: false),
        MovableFile(path: folder.path("\(round).sqlite"), isCreating: true))
      #expect(there.rows > 100 && back.rows > 100)
      file = try openFile("\(round).sqlite")
      let restored = try await file.readTables { try ListedRows($0).lines($0) }
      let keptNow = try ListedRows(memory).lines(memory)
      #expect(restored.difference(from: keptNow).isEmpty, "\(seed)/\(round) in the file again")
    }
    await file.close()
  }

  /// Rows are written by fifties: a page has several of these groups, and a rest.
  @Test("A page of more rows than one statement writes is moved whole, there and back", .inFolder)
  func pages() async throws {
    let file = try openFile("0.sqlite")
    let exposures = (0..<170).map { Sample.exposure("e\($0)", "unit\($0)") }
    try await file.record(exposures, at: 1)
    let written = try await file.readTables { try Self.recorded($0) }
    #expect(written.count == 170)
    await file.close()
    let address = try PostgresAddress.unused()
    let there = try Moving.move(
      MovableFile(path: folder.path("0.sqlite"), isCreating: false),
      MovableDatabase(address, isCreating: true), pageSize: 160)
    let database = try PostgresLedger.open(address)
    #expect(try await database.readTables { try Self.recorded($0) } == written)
    await database.close()
    let back = try Moving.move(
      MovableDatabase(address, isCreating: false),
      MovableFile(path: folder.path("1.sqlite"), isCreating: true), pageSize: 160)
    #expect(back.rows == there.rows)
    let restored = try openFile("1.sqlite")
    #expect(try await restored.readTables { try Self.recorded($0) } == written)
  }

  private static func recorded(_ tables: some SQLTables) throws -> [RecordRow] {
    try (0..<170).flatMap { try tables.records(of: "unit\($0)", in: .production) }
  }

  @Test("Every table and every column of both is moved, or belongs to the database itself")
  func tables() async throws {
    try await withFolder { folder in
      let file = try MovableFile(path: folder.path("ledger.sqlite"), isCreating: true)
      let database = try MovableDatabase(PostgresAddress.unused(), isCreating: true)
      for table in TableDescription.all {
        let described = table.columns.map(\.neutralName).sorted()
        #expect(try file.columns(of: table) == described, "\(table.name)")
        #expect(try database.columns(of: table) == described, "\(table.name)")
      }
    }
    #expect(
      Set(TableDescription.all.map(\.name))
        == ListedRows.tables.subtracting(["grdb_migrations", "ledger"])
        .subtracting(TableDescription.former))
    #expect(
      Set(TableDescription.all.map(\.neutralName))
        == ListedRows.postgresTables.subtracting([
          "ledger", "nodes", "ended_sessions", "changes", "change_epoch",
        ]).subtracting(TableDescription.former))
  }
}

enum Moving {
  /// - Parameter name: the name of a move that begins.
  static func move(
    _ source: any MovableLedger, _ target: any MovableLedger, name: String = "m1",
    pageSize: Int = 7,
    now: @escaping @Sendable () -> Int64 = { 1_800_000_000_000 }
  ) throws -> LedgerMove.Summary {
    var move = LedgerMove(from: source, to: target, now: now, name: { name })
    // Pages end in the middle of tables.
    move.pageSize = pageSize
    return try move.run { _ in }
  }
}
