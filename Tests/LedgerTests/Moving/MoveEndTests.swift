import Foundation
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres
@testable import LedgerSQLite
@testable import LedgerStorage

/// The effects of a move on concurrent users of the ledgers, and the result of one that breaks off.
@Suite("A move of a ledger") struct MoveEndTests {
  /// A file with rows of many kinds.
  static func filled(_ path: String, seed: Int = 5) async throws {
    let ledger = try SQLiteLedger.open(path: path)
    var script = OperationScript(seed: seed)
    let steps = (0..<120).map { _ in script.next() }
    _ = try await RandomOperationTests.run(steps, in: ledger)
    await ledger.close()
  }

  private static func digests(of ledger: any MovableLedger) throws -> LedgerDigests {
    try LedgerDigests(of: ledger)
  }

  @Test(
    "A server that has the file open is refused every change, from the first row on and for good")
  func readOnlyFile() async throws {
    try await withFolder { folder in
      let path = folder.path("old.sqlite")
      try await Self.filled(path)
      var options = SQLiteLedger.Options()
      options.isWriting = true
      let server = try SQLiteLedger.open(path: path, options: options)
      let refusal = LedgerFailure.unavailable(
        "SQLite: this ledger is read-only in favour of \(folder.path("new.sqlite")) (1811)")
      let source = try MovableFile(path: path, isCreating: false)
      try await server.check()
      let target = try MovableFile(path: folder.path("new.sqlite"), isCreating: true)
      _ = try Moving.move(source, target)
      await #expect(throws: refusal) {
        try await server.append(
          Sample.notification("n1", Sample.fact("901", customer: "7901")), at: 1)
      }
      await #expect(throws: LedgerFailure.self) { try await server.check() }
      // Reads go on.
      let found = try await server.histories(of: .user("u1"))
      await server.close()
      #expect(throws: LedgerOpenError.moved(name: path, target: folder.path("new.sqlite"))) {
        try SQLiteLedger.open(path: path, options: options)
      }
      let new = try SQLiteLedger.open(path: folder.path("new.sqlite"), options: options)
      #expect(try await new.histories(of: .user("u1")) == found)
      try await new.append(Sample.notification("n1", Sample.fact("901", customer: "7901")), at: 1)
      try await new.check()
      await new.close()
    }
  }

  @Test(
    "Servers of a database are refused every change", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func readOnlyDatabase() async throws {
    let address = try PostgresAddress.unused()
    let server = try PostgresLedger.open(address)
    let notification = Sample.notification("n1", Sample.fact("901", customer: "7901"))
    try await server.append(notification, at: 1)
    let target = folder.path("new.sqlite")
    _ = try Moving.move(
      MovableDatabase(address, isCreating: false), MovableFile(path: target, isCreating: true))
    let other = Sample.notification("n2", Sample.fact("902", customer: "7902"))
    await #expect(
      throws: LedgerFailure.unavailable(
        "PostgreSQL: this ledger is read-only in favour of \(target) (23000)")
    ) {
      try await server.append(other, at: 1)
    }
    await #expect(throws: LedgerFailure.self) { try await server.check() }
    await server.close()
    #expect(throws: LedgerOpenError.moved(name: address.name, target: target)) {
      try PostgresLedger.open(address)
    }
    let new = try SQLiteLedger.open(path: target)
    #expect(try await new.append(notification, at: 2) == .already)
    #expect(try await new.append(other, at: 2) == .new)
    await new.close()
  }

  @Test("A move that breaks off anywhere goes on when it is run again", .inFolder)
  func resumed() async throws {
    let path = folder.path("old.sqlite")
    try await Self.filled(path)
    let expected = try Self.digests(of: MovableFile(path: path, isCreating: false))
    var breaks = 0
    // A new move for each place at which it breaks off, until one gets to its end.
    for place in Array(0..<4) + Array(stride(from: 4, to: 1000, by: rounds(11, all: 1))) {
      let (old, new) = (folder.path("\(place)-old.sqlite"), folder.path("\(place)-new.sqlite"))
      try FileManager.default.copyItem(atPath: path, toPath: old)
      let calls = Calls(left: place)
      let isWhole =
        (try? Moving.move(
          Breaking(MovableFile(path: old, isCreating: false), calls),
          Breaking(MovableFile(path: new, isCreating: true), calls), pageSize: 40)) != nil
      if !isWhole {
        breaks += 1
        _ = try Moving.move(
          MovableFile(path: old, isCreating: false), MovableFile(path: new, isCreating: true),
          name: "m2", pageSize: 40)
      }
      let ledger = try MovableFile(path: new, isCreating: false)
      #expect(try ledger.arrival() == nil)
      #expect(try MovableFile(path: old, isCreating: false).departure()?.isDone == true)
      let found = try Self.digests(of: ledger)
      #expect(found.differences(from: expected).isEmpty && found.rows == expected.rows)
      if isWhole { break }
    }
    #expect(breaks > 10)
  }

  @Test("Nobody opens the new ledger before all rows are there", .inFolder)
  func arriving() async throws {
    let (old, new) = (folder.path("old.sqlite"), folder.path("new.sqlite"))
    try await Self.filled(old)
    let source = try MovableFile(path: old, isCreating: false)
    #expect(throws: Calls.Ended.self) {
      try Moving.move(source, Breaking(MovableFile(path: new, isCreating: true), Calls(left: 60)))
    }
    #expect(throws: LedgerOpenError.arriving(name: new)) { try SQLiteLedger.open(path: new) }
    let other = try MovableFile(path: folder.path("other.sqlite"), isCreating: true)
    #expect(throws: LedgerMoveError.elsewhere(source: old, target: new)) {
      try Moving.move(source, other)
    }
    #expect(throws: LedgerMoveError.unfinished(source: new)) {
      try Moving.move(MovableFile(path: new, isCreating: false), other)
    }
    #expect(throws: LedgerMoveError.otherMove(target: new)) {
      try Moving.move(other, MovableFile(path: new, isCreating: false))
    }
    // Given up: the former ledger is written again, and nothing is left of the move.
    try LedgerMove.cancel(from: source)
    let ledger = try SQLiteLedger.open(path: old)
    try await ledger.check()
    let outcome = try await ledger.append(
      Sample.notification("n1", Sample.fact("901", customer: "7901")), at: 1)
    #expect(outcome == .new)
    await ledger.close()
    #expect(throws: LedgerMoveError.notMoved(source: old)) { try LedgerMove.cancel(from: source) }
  }

  @Test(
    "A process that has opened the target before is refused, and who serves cannot change the notes",
    .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func fenced() async throws {
    let old = folder.path("old.sqlite")
    try await Self.filled(old)
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql("CREATE ROLE moved_server LOGIN")
    let text = cluster.address(schema: "fenced")
    let address = try PostgresAddress(text)
    _ = try PostgresLedger.prepare(address, servedBy: "moved_server")
    let role = try PostgresAddress(text.replacing("postgres@", with: "moved_server@"))
    let importing = try PostgresLedger.open(role)
    let source = try MovableFile(path: old, isCreating: false)
    let target = try MovableDatabase(address, isCreating: true)
    #expect(throws: Calls.Ended.self) {
      try Moving.move(source, Breaking(target, Calls(left: 20)))
    }
    let notification = Sample.notification("n1", Sample.fact("901", customer: "7901"))
    await #expect(
      throws: LedgerFailure.unavailable(
        "PostgreSQL: rows of another ledger are coming into this one (23000)")
    ) {
      try await importing.append(notification, at: 1)
    }
    let others = [
      "UPDATE arriving SET value = 'm9'", "DELETE FROM arriving",
      "INSERT INTO arriving SELECT * FROM arriving",
    ]
    for statement in others {
      await #expect(throws: LedgerFailure.self) {
        try await importing.writer.write { try $0.run(statement) }
      }
    }
    await importing.close()
    #expect(throws: LedgerOpenError.arriving(name: role.name)) { try PostgresLedger.open(role) }
    _ = try Moving.move(source, target)
    let server = try PostgresLedger.open(role)
    #expect(try await server.append(notification, at: 1) == .new)
    await server.close()
  }

  @Test(
    "Rows do not come between those that a server writes", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func inUse() async throws {
    let old = folder.path("old.sqlite")
    try await Self.filled(old)
    let address = try PostgresAddress.unused()
    let server = try PostgresLedger.open(address)
    try await server.writer.write { tables in
      try tables.run(
        """
        INSERT INTO nodes VALUES ('1', 'node-a', '0.1', 'r', 0,
          extract(epoch FROM clock_timestamp()) * 1000 - 50000, 0, 0, '')
        """)
    }
    let target = try MovableDatabase(address, isCreating: true)
    let source = try MovableFile(path: old, isCreating: false)
    #expect(throws: LedgerMoveError.inUse(target: target.name, servers: ["node-a"])) {
      try Moving.move(source, target)
    }
    #expect(try source.departure() == nil)
    // A minute after the last sign of life.
    try await server.writer.write { try $0.run("UPDATE nodes SET seen_at = seen_at - 11000") }
    await server.close()
    _ = try Moving.move(source, target)

    let empty = folder.path("empty.sqlite")
    let other = try SQLiteLedger.open(path: empty)
    let file = try MovableFile(path: empty, isCreating: true)
    #expect(try file.servers() == ["another process has it open"])
    await other.close()
  }

  @Test(
    "The numbers of rows that were deleted are not given again", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func numbers() async throws {
    let ledger = try openFile("old.sqlite")
    for id in ["1", "2"] {
      try await ledger.alias("a\(id)", to: "u\(id)", vouchedBy: .server, at: 1)
    }
    try await ledger.writer.write { try $0.run("DELETE FROM aliases WHERE number = 2") }
    await ledger.close()
    let address = try PostgresAddress.unused()
    _ = try Moving.move(
      MovableFile(path: folder.path("old.sqlite"), isCreating: false),
      MovableDatabase(address, isCreating: true))
    let database = try PostgresLedger.open(address)
    try await database.alias("a3", to: "u3", vouchedBy: .server, at: 2)
    try await database.writer.write { tables in
      #expect(
        try tables.each("SELECT number FROM aliases ORDER BY number") { $0.int64(0) } == [1, 3])
      try tables.run("DELETE FROM aliases WHERE number = 3")
    }
    await database.close()
    _ = try Moving.move(
      MovableDatabase(address, isCreating: false),
      MovableFile(path: folder.path("new.sqlite"), isCreating: true))
    let file = try openFile("new.sqlite")
    try await file.alias("a4", to: "u4", vouchedBy: .server, at: 3)
    let numbers = try await file.readTables { tables in
      try tables.each("SELECT number FROM aliases ORDER BY number") { $0.int64(0) }
    }
    #expect(numbers == [1, 4])
  }

  /// Sessions keep the plan of a statement, and one for an empty table reads all of it.
  @Test(
    "Statistics are there of tables with rows, and of no empty one", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func statistics() async throws {
    let ledger = try openFile("old.sqlite")
    try await ledger.append(Sample.notification("n1", Sample.fact("901", customer: "7901")), at: 1)
    await ledger.close()
    let address = try PostgresAddress.unused()
    let target = try MovableDatabase(address, isCreating: true)
    _ = try Moving.move(MovableFile(path: folder.path("old.sqlite"), isCreating: false), target)
    let known = try target.read { tables in
      try tables.each(
        """
        SELECT relname::text, reltuples::bigint FROM pg_class
        WHERE oid IN ('grants'::regclass, 'customers'::regclass) ORDER BY relname
        """
      ) { (try $0.required(0), $0.int64(1)) }
    }
    // PostgreSQL stores -1 for a table without statistics.
    #expect(known.map(\.0) == ["customers", "grants"] && known.map(\.1) == [1, -1])
  }

  @Test("How long nothing could be written begins with the first run", .inFolder)
  func window() async throws {
    let (old, new) = (folder.path("old.sqlite"), folder.path("new.sqlite"))
    try await Self.filled(old)
    #expect(throws: Calls.Ended.self) {
      try Moving.move(
        MovableFile(path: old, isCreating: false),
        Breaking(MovableFile(path: new, isCreating: true), Calls(left: 60)), now: { 10_000 })
    }
    let summary = try Moving.move(
      MovableFile(path: old, isCreating: false), MovableFile(path: new, isCreating: true),
      now: { 17_500 })
    #expect(summary.readOnly == 7500)
  }
}
