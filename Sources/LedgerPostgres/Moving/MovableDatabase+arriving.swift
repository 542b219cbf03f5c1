package import LedgerStorage

// What is moved into.
extension MovableDatabase {
  package func arrival() throws -> Arrival? {
    try ask { session in
      guard try session.hasTable(Self.arriving, in: schema) else { return nil }
      return try Arrival(
        try session.all("SELECT kind, name, value FROM \(Self.arriving)") {
          Arrival.Note(try $0.required(0), try $0.required(1), try $0.required(2))
        })
    }
  }

  /// Those that were there within the last minute.
  package func servers() throws -> [String] {
    try ask { session in
      try session.all(
        """
        SELECT name FROM nodes
        WHERE seen_at > extract(epoch FROM clock_timestamp()) * 1000 - 60000 ORDER BY name
        """
      ) { try $0.required(0) }
    }
  }

  /// The rules of triggers are for changes, and rows come as they are: until the end they rest.
  package func arrive(_ move: String, as identity: LedgerIdentity) throws {
    let tables = MovedTable.all.map(\.name) + ["ledger"]
    try write { session in
      // Whoever has opened it before has written, or is refused.
      try session.run("LOCK TABLE \(tables.joined(separator: ", ")) IN EXCLUSIVE MODE")
      guard try MovedTable.all.allSatisfy({ try !session.hasRows($0) }) else {
        throw LedgerMoveError.notEmpty(target: name)
      }
      try session.run(
        """
        CREATE TABLE IF NOT EXISTS \(Self.arriving) (
          kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
        )
        """)
      try session.keepForOwner(Self.arriving, in: schema)
      for table in tables {
        try session.run("ALTER TABLE \(table) DISABLE TRIGGER USER")
        try session.run("DROP TRIGGER IF EXISTS arriving ON \(table)")
      }
      try session.run(
        "UPDATE ledger SET salt = ?, roots = ?",
        [.bytes(identity.salt), identity.roots.map { .text($0) } ?? .null])
      try session.note(.move(move))
      for table in tables {
        try session.run(
          """
          CREATE TRIGGER arriving BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table)
          FOR EACH STATEMENT
          WHEN (current_setting('paywall.move', TRUE) IS DISTINCT FROM '\(move)')
          EXECUTE FUNCTION refuse('rows of another ledger are coming into this one')
          """)
      }
    }
  }

  package func goOn(with move: String) throws {
    try ask { session in
      try session.run("SELECT set_config('paywall.move', ?, FALSE)", [.text(move)])
      try session.finish()
    }
  }

  /// Many rows in one statement; the last ones alone, so that two statements do for a table.
  package func add(
    _ rows: [[SQLValue]], to table: MovedTable, _ columns: [String], last key: [SQLValue]
  ) throws {
    let slot = table.sum == nil ? [] : ["slot"]
    let list = (columns + slot).joined(separator: ", ")
    let places =
      "(" + (columns.map { _ in "?" } + slot.map { _ in "0" }).joined(separator: ", ") + ")"
    let one = "INSERT INTO \(table.name) (\(list)) VALUES "
    let group = Self.rowsOfStatement
    let many = one + [String](repeating: places, count: group).joined(separator: ", ")
    try write { session in
      var rest = rows[...]
      while rest.count >= group {
        try session.run(many, rest.prefix(group).flatMap { $0.map(Self.stored) })
        rest = rest.dropFirst(group)
      }
      for row in rest { try session.run(one + places, row.map(Self.stored)) }
      try session.note(.key(key, of: table))
    }
  }

  package func setLastNumber(_ number: Int64, of table: MovedTable) throws {
    guard let column = table.number else { return }
    try ask { session in
      // A sequence begins at 1, and says of its number whether it was given.
      try session.run(
        "SELECT setval(pg_get_serial_sequence(?, ?)::regclass, greatest(?3::bigint, 1), ?3::bigint > 0)",
        [.text(table.name), .text(column), .integer(number)])
      try session.finish()
    }
  }

  package func endArrival() throws {
    try write { session in
      for table in MovedTable.all.map(\.name) + ["ledger"] {
        try session.run("DROP TRIGGER arriving ON \(table)")
        try session.run("ALTER TABLE \(table) ENABLE TRIGGER USER")
      }
      try session.run("DROP TABLE \(Self.arriving)")
      // Until statistics are there, plans are those of small tables; but once it is known that a table is
      // empty, plans read all of it, and sessions keep those while it grows.
      for table in MovedTable.all where try session.hasRows(table) {
        try session.run("ANALYZE \(table.name)")
      }
    }
  }

  static let arriving = "arriving"

  private static var rowsOfStatement: Int { 50 }
}

extension Session {
  func hasRows(_ table: MovedTable) throws -> Bool {
    try !all("SELECT 1 FROM \(table.name) LIMIT 1") { _ in true }.isEmpty
  }

  fileprivate func note(_ note: Arrival.Note) throws {
    try run(
      """
      INSERT INTO \(MovableDatabase.arriving) (kind, name, value) VALUES (?, ?, ?)
      ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value
      """, [.text(note.kind), .text(note.name), .text(note.value)])
  }
}
