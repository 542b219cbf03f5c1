import GRDB

@testable import LedgerSQLite

extension SQLiteLedger {
  /// Makes a file as a server of an older version leaves it, with the rows that are written.
  static func makeFile(
    at path: String, ofVersion version: String, write: (Database) throws -> Void = { _ in }
  ) throws {
    let file = try DatabaseQueue(path: path)
    try migrator.migrate(file, upTo: version)
    try file.write(write)
    try file.close()
  }

  /// Whether SQLite finds no damage in the file.
  func isSound() async throws -> Bool {
    try await pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") == ["ok"] }
  }
}
