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
