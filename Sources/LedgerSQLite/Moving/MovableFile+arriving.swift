import Foundation
package import LedgerStorage

// What is moved into.
extension MovableFile {
  package func arrival() throws -> Arrival? {
    try read { connection in
      guard try connection.hasTable(Self.arriving) else { return nil }
      return try Arrival(
        try connection.all("SELECT kind, name, value FROM \(Self.arriving)", []) {
          Arrival.Note(try $0.plain(0), try $0.plain(1), try $0.plain(2))
        })
    }
  }

  package func servers() throws -> [String] { isInUse ? ["another process has it open"] : [] }

  /// The rules of triggers are for changes, and rows come as they are: until the end there are none.
  package func arrive(_ move: String, as identity: LedgerIdentity) throws {
    try write { connection in
      guard try connection.hasNoRows() else { throw LedgerMoveError.notEmpty(target: name) }
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS \(Self.arriving) (
          kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
        ) STRICT
        """, [])
      try connection.run(
        "UPDATE ledger SET salt = ?, roots = ?",
        [.bytes(identity.salt), identity.roots.map { .text($0) } ?? .null])
      try connection.note(.move(move))
      let triggers = try connection.all(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", []
      ) { (try $0.plain(0), try $0.plain(1)) }
      for (name, sql) in triggers {
        try connection.note(Arrival.Note("trigger", name, sql))
        try connection.run("DROP TRIGGER \(name)", [])
      }
    }
  }

  /// Nobody else has the file open.
  package func goOn(with move: String) {}

  package func add(
    _ rows: [[SQLValue]], to table: MovedTable, _ columns: [String], last key: [SQLValue]
  ) throws {
    try write { connection in
      let wanted = MovedColumn.named(columns, among: try MovedColumn.all(of: table, connection))
      let list = wanted.map(\.nameInFile).joined(separator: ", ")
      let places = wanted.map { _ in "?" }.joined(separator: ", ")
      let insert = "INSERT INTO \(table.nameInFile) (\(list)) VALUES (\(places))"
      for row in rows {
        try connection.run(insert, zip(wanted, row).map { try $0.stored($1) })
      }
      try connection.note(.key(key, of: table))
    }
  }

  package func setLastNumber(_ number: Int64, of table: MovedTable) throws {
    try write { connection in
      let name = SQLValue.text(table.nameInFile)
      // In the others a number may be given again once its row is deleted.
      let isCounted = try !connection.all(
        "SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", [name]
      ) { _ in true }.isEmpty
      guard isCounted else { return }
      try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [name])
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, .integer(number)])
    }
  }

  package func endArrival() throws {
    try write { connection in
      let triggers = try connection.all(
        "SELECT value FROM \(Self.arriving) WHERE kind = 'trigger' ORDER BY name", []
      ) { try $0.plain(0) }
      for sql in triggers { try connection.run(sql, []) }
      try connection.run("DROP TABLE \(Self.arriving)", [])
    }
  }

  static let arriving = "arriving"
}

extension SQLConnection {
  fileprivate func note(_ note: Arrival.Note) throws {
    try run(
      """
      INSERT INTO \(MovableFile.arriving) (kind, name, value) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET value = excluded.value
      """, [.text(note.kind), .text(note.name), .text(note.value)])
  }
}
