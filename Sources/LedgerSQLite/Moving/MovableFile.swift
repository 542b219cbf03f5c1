import GRDB
import Ledger
package import LedgerStorage

/// A file from which rows are moved, or into which they come.
struct MovableFile: SQLMovableLedger {
  let name: String
  let pool: any DatabaseWriter
  /// Whether another process had a file open that rows were to come into.
  let isInUse: Bool
  private let owner: FileClaim
  private let known = PermanentRows()

  /// Opens a file, and migrates one of an older version.
  ///
  /// - Parameter isCreating: makes a new file if there is none.
  init(path: String, isCreating: Bool) throws(LedgerOpenError) {
    var options = SQLiteLedger.Options()
    options.isCreating = isCreating
    options.isMoving = true
    // Another process may still write at the beginning of a move.
    options.busyTimeout = 30
    name = path
    owner = FileClaim(of: path)
    isInUse = isCreating ? try SQLiteLedger.isInUse(path) : false
    pool = try SQLiteLedger.open(path: path, options: options).pool
  }

  func claim() throws -> Bool { try owner.take() }

  func isBeingRestored() throws -> Bool { try pool.isBeingRestored() }

  func servers() throws -> [String] { isInUse ? ["another process has it open"] : [] }

  /// Nobody else has the file open.
  func goOn(with move: String) {}

  func lastNumber(of table: TableDescription) throws -> Int64 {
    guard let number = table.number else { return 0 }
    return try read { tables in
      try tables.first(
        """
        SELECT max(coalesce((SELECT max(\(number)) FROM \(table.name)), 0),
          coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0))
        """, .text(table.name)
      ) { $0.int64(0) } ?? 0
    }
  }

  func setLastNumber(_ number: Int64, of table: TableDescription) throws {
    try write { tables in
      let name = SQLValue.text(table.name)
      // In the others a number may be given again once its row is deleted.
      let isCounted = try tables.finds(
        "SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", name)
      guard isCounted else { return }
      try tables.run("DELETE FROM sqlite_sequence WHERE name = ?", name)
      try tables.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", name, .integer(number))
    }
  }

  func read<Output>(_ body: (SQLiteTables) throws -> Output) throws -> Output {
    try pool.read { try body(SQLiteTables(database: $0, known: known)) }
  }

  func write<Output>(_ body: (SQLiteTables) throws -> Output) throws -> Output {
    try pool.write { try body(SQLiteTables(database: $0, known: known)) }
  }
}

extension SQLiteLedger {
  /// Opens a file to move its rows, or to move rows into it.
  package static func movable(
    path: String, isCreating: Bool
  ) throws(LedgerOpenError) -> any MovableLedger {
    try MovableFile(path: path, isCreating: isCreating)
  }
}

// A transaction that writes has the file alone, and processes that have it open heed its triggers.
extension MovableFile {
  func writeBesideServers<Output>(_ body: (SQLiteTables) throws -> Output) throws -> Output {
    try write(body)
  }

  func lock(_ names: [String], isAlone: Bool, in tables: SQLiteTables) {}

  func keepForOwner(_ name: String, in tables: SQLiteTables) {}

  /// Creates one trigger for each kind of change to each table.
  func refuseChanges(because reason: String, in tables: SQLiteTables) throws {
    for table in Self.allTables {
      for change in ["INSERT", "UPDATE", "DELETE"] {
        try tables.run(
          """
          CREATE TRIGGER departed_\(change)_\(table) BEFORE \(change) ON \(table)
          BEGIN SELECT RAISE(ABORT, '\(reason)'); END
          """)
      }
    }
  }

  func allowChanges(in tables: SQLiteTables) throws {
    let names = try tables.each(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'departed_*'"
    ) { try $0.plain(0) }
    for name in names { try tables.run("DROP TRIGGER \(name)") }
  }

  /// Pauses the triggers until the end of the move.
  func pauseTriggers(for move: String, in tables: SQLiteTables) throws {
    let triggers = try tables.each(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    ) { Arrival.Note("trigger", try $0.plain(0), try $0.plain(1)) }
    for trigger in triggers {
      try tables.note(trigger)
      try tables.run("DROP TRIGGER \(trigger.name)")
    }
  }

  func resumeTriggers(in tables: SQLiteTables) throws {
    let triggers = try tables.each(
      "SELECT value FROM arriving WHERE kind = 'trigger' ORDER BY name"
    ) { try $0.plain(0) }
    for sql in triggers { try tables.run(sql) }
  }
}

extension DatabasePool {
  /// Refuses a file whose rows are elsewhere by now, or not all here yet.
  func requireNoMove(at path: String, _ options: SQLiteLedger.Options) throws {
    guard !options.isMoving else { return }
    try read { database in
      let tables = SQLiteTables(database: database)
      if try tables.isArriving() { throw LedgerOpenError.arriving(name: path) }
      if options.isWriting, let departure = try tables.departure() {
        throw LedgerOpenError.moved(name: path, target: departure.target)
      }
    }
  }
}
