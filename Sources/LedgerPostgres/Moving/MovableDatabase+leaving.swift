package import LedgerStorage

// What is moved from.
extension MovableDatabase {
  package func departure() throws -> Departure? { try ask { try $0.departure(in: schema) } }

  /// One trigger for each table. The servers of the ledger wait meanwhile, and are refused then.
  package func depart(_ departure: Departure) throws {
    try withRetries {
      try write { session in
        try session.run(
          """
          CREATE TABLE \(Self.departed) (
            move TEXT NOT NULL, target TEXT NOT NULL, began_at BIGINT NOT NULL,
            is_done BOOLEAN NOT NULL
          )
          """)
        try session.keepForOwner(Self.departed, in: schema)
        let tables = MovedTable.all.map(\.name) + ["ledger"]
        try session.run("LOCK TABLE \(tables.joined(separator: ", ")) IN EXCLUSIVE MODE")
        let refusal = Departure.refusal(to: departure.target).replacing("'", with: "''")
        for table in tables {
          try session.run(
            """
            CREATE TRIGGER departed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table)
            FOR EACH STATEMENT EXECUTE FUNCTION refuse('\(refusal)')
            """)
        }
        try session.run(
          "INSERT INTO \(Self.departed) VALUES (?, ?, ?, FALSE)",
          [.text(departure.move), .text(departure.target), .integer(departure.beganAt)])
      }
    }
  }

  /// Servers are at work: a transaction of theirs and this one may wait for each other, or for long.
  private func withRetries(_ body: () throws -> Void) throws {
    var attempts = 0
    while true {
      do {
        return try body()
      } catch let error as PostgresError
        where attempts < 20 && (error.isTransient || error.state == "55P03")
      {
        attempts += 1
      }
    }
  }

  package func endDeparture(_ move: String) throws -> Bool {
    try ask { session in
      guard try session.hasTable(Self.departed, in: schema) else { return false }
      return try session.count(
        "UPDATE \(Self.departed) SET is_done = TRUE WHERE move = ?", [.text(move)]) > 0
    }
  }

  /// An export is restored into a file.
  package func isBeingRestored() throws -> Bool { false }

  package func cancelDeparture() throws -> Bool {
    var isGivenUp = false
    try withRetries {
      try write { session in
        // Whoever ends it at the same moment waits, or is waited for.
        try session.run("LOCK TABLE \(Self.departed) IN ACCESS EXCLUSIVE MODE")
        isGivenUp = try session.departure(in: schema)?.isDone == false
        guard isGivenUp else { return }
        for table in MovedTable.all.map(\.name) + ["ledger"] {
          try session.run("DROP TRIGGER departed ON \(table)")
        }
        try session.run("DROP TABLE \(Self.departed)")
      }
    }
    return isGivenUp
  }

  static let departed = "departed"
}

extension Session {
  /// The move out of the database, begun or done.
  func departure(in schema: String) throws -> Departure? {
    guard try hasTable(MovableDatabase.departed, in: schema) else { return nil }
    return try all(
      "SELECT move, target, began_at, is_done FROM \(schema).\(MovableDatabase.departed)"
    ) { row in
      Departure(
        move: try row.required(0), target: try row.required(1), beganAt: row.int64(2),
        isDone: row.flag(3) ?? false)
    }.first
  }

  /// Servers may read what a move notes, and not change it.
  func keepForOwner(_ table: String, in schema: String) throws {
    try run(
      """
      DO $$ DECLARE other TEXT; BEGIN
        FOR other IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
          WHERE table_schema = '\(schema)' AND table_name = '\(table)' AND grantee <> current_user
        LOOP EXECUTE format('REVOKE ALL ON \(schema).\(table) FROM %I', other); END LOOP;
      END $$
      """)
    try run("GRANT SELECT ON \(schema).\(table) TO PUBLIC")
  }

  func hasTable(_ name: String, in schema: String) throws -> Bool {
    try !all(
      "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = ?",
      [.text(schema), .text(name)]
    ) { _ in true }.isEmpty
  }
}
