import Ledger
import LedgerStorage

extension MovableDatabase {
  /// The servers of the ledger wait meanwhile.
  func lock(_ names: [String], isAlone: Bool, in tables: PostgresTables) throws {
    let mode = isAlone ? "ACCESS EXCLUSIVE" : "EXCLUSIVE"
    try tables.run("LOCK TABLE \(names.joined(separator: ", ")) IN \(mode) MODE")
  }

  func keepForOwner(_ name: String, in tables: PostgresTables) throws {
    try tables.run(
      """
      DO $$ DECLARE other TEXT; BEGIN
        FOR other IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
          WHERE table_schema = '\(schema)' AND table_name = '\(name)' AND grantee <> current_user
        LOOP EXECUTE format('REVOKE ALL ON \(schema).\(name) FROM %I', other); END LOOP;
      END $$
      """)
    try tables.run("GRANT SELECT ON \(schema).\(name) TO PUBLIC")
  }

  /// One trigger for each table.
  func refuseChanges(because reason: String, in tables: PostgresTables) throws {
    for table in Self.allTables {
      try tables.run(
        """
        CREATE TRIGGER departed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table)
        FOR EACH STATEMENT EXECUTE FUNCTION refuse('\(reason)')
        """)
    }
  }

  func allowChanges(in tables: PostgresTables) throws {
    for table in Self.allTables { try tables.run("DROP TRIGGER departed ON \(table)") }
  }

  func pauseTriggers(for move: String, in tables: PostgresTables) throws {
    try goOn(with: move, in: tables)
    for table in Self.allTables {
      try tables.run("ALTER TABLE \(table) DISABLE TRIGGER USER")
      try tables.run("DROP TRIGGER IF EXISTS arriving ON \(table)")
      try tables.run(
        """
        CREATE TRIGGER arriving BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table)
        FOR EACH STATEMENT
        WHEN (current_setting('paywall.move', TRUE) IS DISTINCT FROM '\(move)')
        EXECUTE FUNCTION refuse('rows of another ledger are coming into this one')
        """)
    }
  }

  func resumeTriggers(in tables: PostgresTables) throws {
    for table in Self.allTables {
      try tables.run("DROP TRIGGER arriving ON \(table)")
      try tables.run("ALTER TABLE \(table) ENABLE TRIGGER USER")
    }
    // Until statistics are there, plans are those of small tables; but once it is known that a table is
    // empty, plans read all of it, and sessions keep those while it grows.
    for table in TableDescription.all where try tables.hasRows(table) {
      try tables.run("ANALYZE \(table.name)")
    }
  }
}
