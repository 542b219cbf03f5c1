import Ledger
package import LedgerStorage
import Synchronization

/// A ledger on PostgreSQL from which rows are moved, or into which they come; as the owner of its
/// tables.
final class MovableDatabase: SQLMovableLedger {
  let name: String
  let schema: String
  private let session: Mutex<Session>

  /// Connects. Creates or migrates the tables if that is wanted.
  init(_ address: PostgresAddress, isCreating: Bool) throws(LedgerOpenError) {
    name = address.name
    schema = address.schema
    do {
      let opened = try SessionOpener(address: address).open(timeout: 0)
      _ = try Migrator(opened, of: address).prepare(isCreating: isCreating)
      session = Mutex(opened)
    } catch {
      throw LedgerOpenError(error, at: address.name)
    }
  }

  /// Whatever is read from now on is as of one moment.
  func beginReading() throws {
    try session.withLock { session in
      try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try session.finish()
    }
  }

  /// Claims the ledger by a lock of the session, which ends with it.
  func claim() throws -> Bool {
    try read { tables in
      try tables.first(
        "SELECT pg_try_advisory_lock(hashtext('paywall ledger move'), hashtext(?))",
        .text(schema)
      ) { $0.flag(0) ?? false } ?? false
    }
  }

  /// An export is restored into a file.
  func isBeingRestored() throws -> Bool { false }

  /// The servers that were heard within the last minute.
  func servers() throws -> [String] {
    try read { tables in
      try tables.each(
        """
        SELECT name FROM nodes
        WHERE seen_at > extract(epoch FROM clock_timestamp()) * 1000 - 60000 ORDER BY name
        """
      ) { try $0.required(0) }
    }
  }

  func goOn(with move: String) throws { try write { try goOn(with: move, in: $0) } }

  func goOn(with move: String, in tables: PostgresTables) throws {
    try tables.run("SELECT set_config('paywall.move', ?, FALSE)", .text(move))
  }

  func lastNumber(of table: TableDescription) throws -> Int64 {
    guard let number = table.number else { return 0 }
    return try read { tables in
      try tables.first(
        """
        SELECT greatest((SELECT max(\(number)) FROM \(table.name)),
          pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0)
        """, .text(table.neutralName), .text(ColumnDescription.neutral(number))
      ) { $0.int64(0) } ?? 0
    }
  }

  func setLastNumber(_ number: Int64, of table: TableDescription) throws {
    guard let column = table.number else { return }
    // A sequence begins at 1, and records whether its number was given.
    try write { tables in
      try tables.run(
        "SELECT setval(pg_get_serial_sequence(?, ?)::regclass, greatest(?3::bigint, 1), ?3::bigint > 0)",
        .text(table.neutralName), .text(ColumnDescription.neutral(column)), .integer(number))
    }
  }

  func read<Output: Sendable>(_ body: (PostgresTables) throws -> Output) throws -> Output {
    try session.withLock { try body(PostgresTables(alone: $0)) }
  }

  func write<Output: Sendable>(_ body: (PostgresTables) throws -> Output) throws -> Output {
    try session.withLock { session in
      do {
        try session.run("BEGIN")
        let output = try body(PostgresTables(alone: session))
        try session.run("COMMIT")
        try session.finish()
        return output
      } catch {
        try? session.rollBack()
        throw error
      }
    }
  }

  func writeBesideServers<Output: Sendable>(
    _ body: (PostgresTables) throws -> Output
  ) throws -> Output {
    var attempts = 0
    while true {
      do {
        return try write(body)
      } catch let error as PostgresError
        where attempts < 20 && (error.isTransient || error.state == "55P03")
      {
        attempts += 1
      }
    }
  }
}

extension PostgresLedger {
  /// Connects to a database to move its rows, or to move rows into it.
  package static func movable(
    _ address: PostgresAddress, isCreating: Bool
  ) throws(LedgerOpenError) -> any MovableLedger {
    try MovableDatabase(address, isCreating: isCreating)
  }

  /// Connects to a database whose rows are copied, as they are at one moment.
  package static func copyable(_ address: PostgresAddress) throws -> any MovableLedger {
    let database = try MovableDatabase(address, isCreating: false)
    try database.beginReading()
    return database
  }
}

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

  /// Creates one trigger for each table.
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

extension PostgresLedger {
  /// Refuses a database whose rows are elsewhere by now, or not all here yet.
  static func requireNoMove(
    of session: Session, _ address: PostgresAddress, _ options: Options
  ) throws {
    let tables = PostgresTables(alone: session)
    if try tables.isArriving() { throw LedgerOpenError.arriving(name: address.name) }
    guard options.isCreating, let departure = try tables.departure() else { return }
    throw LedgerOpenError.moved(name: address.name, target: departure.target)
  }
}
