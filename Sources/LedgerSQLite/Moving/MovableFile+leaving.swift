package import LedgerStorage

// What is moved from.
extension MovableFile {
  package func departure() throws -> Departure? { try read { try $0.departure() } }

  /// One trigger for each kind of change to each table: processes that have the file open heed them as
  /// well.
  package func depart(_ departure: Departure) throws {
    try write { connection in
      try connection.run(
        """
        CREATE TABLE \(Self.departed) (
          move TEXT NOT NULL, target TEXT NOT NULL, began_at INTEGER NOT NULL, is_done INTEGER NOT NULL
        ) STRICT
        """, [])
      let tables = try connection.all(
        """
        SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (?, 'grdb_migrations')
        """, [.text(Self.departed)]
      ) { try $0.plain(0) }
      let refusal = Departure.refusal(to: departure.target).replacing("'", with: "''")
      for table in tables {
        for change in Self.changes {
          try connection.run(
            """
            CREATE TRIGGER \(Self.trigger(change, table)) BEFORE \(change) ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(refusal)'); END
            """, [])
        }
      }
      try connection.run(
        "INSERT INTO \(Self.departed) VALUES (?, ?, ?, 0)",
        [.text(departure.move), .text(departure.target), .integer(departure.beganAt)])
    }
  }

  package func endDeparture(_ move: String) throws -> Bool {
    try write { connection in
      guard try connection.departure()?.move == move else { return false }
      try connection.run("UPDATE \(Self.departed) SET is_done = 1", [])
      return true
    }
  }

  package func isBeingRestored() throws -> Bool { try pool.isBeingRestored() }

  package func cancelDeparture() throws -> Bool {
    try write { connection in
      guard try connection.departure()?.isDone == false else { return false }
      let names = try connection.all(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'", []
      ) { try $0.plain(0) }
      for name in names where Self.changes.contains(where: { name.hasPrefix("departed_\($0)_") }) {
        try connection.run("DROP TRIGGER \(name)", [])
      }
      try connection.run("DROP TABLE \(Self.departed)", [])
      return true
    }
  }

  private static let changes = ["INSERT", "UPDATE", "DELETE"]

  private static func trigger(_ change: String, _ table: String) -> String {
    "departed_\(change)_\(table)"
  }

  static let departed = "departed"
}

extension SQLConnection {
  /// The move out of the file, begun or done.
  func departure() throws -> Departure? {
    guard try hasTable(MovableFile.departed) else { return nil }
    return try all(
      "SELECT move, target, began_at, is_done FROM \(MovableFile.departed)", []
    ) { row in
      Departure(
        move: try row.plain(0), target: try row.plain(1), beganAt: row.int64(2),
        isDone: row.int64(3) != 0)
    }.first
  }

  func hasTable(_ name: String) throws -> Bool {
    try !all("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)]) { _ in
      true
    }.isEmpty
  }
}
