package import LedgerStorage
import Synchronization

/// A ledger on PostgreSQL from which rows are moved, or into which they come; as the owner of its
/// tables.
package final class MovableDatabase: MovableLedger {
  package let name: String
  let schema: String
  private let opener: SessionOpener
  private let session: Mutex<Session>

  /// Connects. Creates or migrates the tables if that is wanted.
  package init(
    _ address: PostgresAddress, isCreating: Bool
  ) throws(PostgresOpenError) {
    name = address.name
    schema = address.schema
    opener = SessionOpener(address: address)
    do {
      let opened = try opener.open(timeout: 0)
      guard opened.serverVersion >= 14 else {
        throw PostgresOpenError.oldServer(name: address.name, version: opened.serverVersion)
      }
      _ = try Migrator(session: opened, schema: address.schema, name: address.name)
        .prepare(isCreating: isCreating, salt: nil)
      session = Mutex(opened)
    } catch let error as PostgresOpenError {
      throw error
    } catch {
      throw .unreachable(name: address.name, reason: "\(error)")
    }
  }

  /// Whatever is read from now on is as of one moment.
  package func beginReading() throws {
    try ask { session in
      try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try session.finish()
    }
  }

  /// By a lock of the session, which ends with it.
  package func claim() throws -> Bool {
    try ask { session in
      try session.all(
        "SELECT pg_try_advisory_lock(hashtext('paywall ledger move'), hashtext(?))", [.text(schema)]
      ) { $0.flag(0) ?? false }.first ?? false
    }
  }

  package func identity() throws -> LedgerIdentity {
    try ask { session in
      let all = try session.all("SELECT salt, roots FROM ledger") { ($0[0], $0.text(1)) }
      guard let (salt, roots) = all.first, case .bytes(let bytes) = salt else {
        throw UnreadableRow("a ledger without salt")
      }
      return LedgerIdentity(salt: bytes, roots: roots)
    }
  }

  package func isEmpty() throws -> Bool {
    try ask { session in try MovedTable.all.allSatisfy { try !session.hasRows($0) } }
  }

  package func columns(of table: MovedTable) throws -> [String] {
    try ask { session in
      try session.all(
        """
        SELECT column_name::text FROM information_schema.columns
        WHERE table_schema = ? AND table_name = ? AND column_name <> 'slot'
        """, [.text(schema), .text(table.name)]
      ) { try $0.required(0) }.sorted()
    }
  }

  package func page(
    of table: MovedTable, _ columns: [String], after key: [SQLValue], limit: Int
  ) throws -> MovedPage {
    try ask { session in
      let keys = try self.key(of: table, session)
      let list = keys.joined(separator: ", ")
      let places = keys.map { _ in "?" }.joined(separator: ", ")
      let start = key.isEmpty ? "" : " WHERE (\(list)) > (\(places))"
      var page = MovedPage()
      try session.forEach(
        """
        SELECT \((Self.outputs(of: table, columns) + keys).joined(separator: ", "))
        FROM \(table.name)\(start)\(table.sum == nil ? "" : " GROUP BY \(list)")
        ORDER BY \(list) LIMIT ?
        """, key + [.integer(Int64(limit))]
      ) { row in
        page.rows.append(columns.indices.map { Self.neutral(row[$0]) })
        page.lastKey = keys.indices.map { row[columns.count + $0] }
      }
      return page
    }
  }

  /// On a connection of its own, so that both ledgers of a move can be read at once.
  package func forEach(
    in table: MovedTable, _ columns: [String], _ body: ([SQLValue]) throws -> Void
  ) throws {
    let session = try opener.open(timeout: 0)
    let groups =
      table.sum == nil ? "" : " GROUP BY \(try key(of: table, session).joined(separator: ", "))"
    let list = Self.outputs(of: table, columns).joined(separator: ", ")
    try session.forEach("SELECT \(list) FROM \(table.name)\(groups)", []) { row in
      try body(columns.indices.map { Self.neutral(row[$0]) })
    }
  }

  package func lastNumber(of table: MovedTable) throws -> Int64 {
    guard let number = table.number else { return 0 }
    return try ask { session in
      try session.all(
        """
        SELECT greatest((SELECT max(\(number)) FROM \(table.name)),
          pg_sequence_last_value(pg_get_serial_sequence('\(table.name)', '\(number)')::regclass), 0)
        """
      ) { $0.int64(0) }.first ?? 0
    }
  }

  /// The columns of the primary key; a slot is no part of what a row says.
  private func key(of table: MovedTable, _ session: Session) throws -> [String] {
    try session.all(
      """
      SELECT a.attname::text FROM pg_index AS i
      CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indrelid = to_regclass(?) AND i.indisprimary AND a.attname <> 'slot'
      ORDER BY k.place
      """, [.text("\(schema).\(table.name)")]
    ) { try $0.required(0) }
  }

  private static func outputs(of table: MovedTable, _ columns: [String]) -> [String] {
    columns.map { $0 == table.sum ? "sum(\($0))::bigint AS \($0)" : $0 }
  }

  private static func neutral(_ cell: SQLValue) -> SQLValue {
    if case .text = cell { Cell.text(of: cell).map { .text($0) } ?? .null } else { cell }
  }

  static func stored(_ cell: SQLValue) -> SQLValue {
    if case .text(let text) = cell { Cell.text(text) } else { cell }
  }

  func ask<Output: Sendable>(_ body: (Session) throws -> Output) throws -> Output {
    try session.withLock { try body($0) }
  }

  /// One transaction.
  func write(_ body: (Session) throws -> Void) throws {
    try ask { session in
      do {
        try session.run("BEGIN")
        try body(session)
        try session.run("COMMIT")
        try session.finish()
      } catch {
        session.abandon()
        try? session.run("ROLLBACK")
        session.abandon()
        throw error
      }
    }
  }
}
