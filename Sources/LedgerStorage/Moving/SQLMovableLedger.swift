import Ledger

/// A ledger in a database that is asked in SQL. The steps of a move are here; each database has its
/// own way to refuse changes and to pause triggers.
package protocol SQLMovableLedger: MovableLedger {
  associatedtype Tables: SQLTables

  func read<Output: Sendable>(_ body: (Tables) throws -> Output) throws -> Output

  /// Runs `body` in one transaction.
  func write<Output: Sendable>(_ body: (Tables) throws -> Output) throws -> Output

  /// Runs `body` in one transaction while servers work: it is tried again if it and one of theirs
  /// wait for each other, or for long.
  func writeBesideServers<Output: Sendable>(
    _ body: (Tables) throws -> Output
  ) throws -> Output

  /// Keeps others from changing tables until the transaction ends.
  ///
  /// - Parameter isAlone: keeps them from reading as well.
  func lock(_ names: [String], isAlone: Bool, in tables: Tables) throws

  /// Keeps a table of a move from being changed by servers, which may read it.
  func keepForOwner(_ name: String, in tables: Tables) throws

  /// From now on every change to the tables fails, in any process.
  func refuseChanges(because reason: String, in tables: Tables) throws

  func allowChanges(in tables: Tables) throws

  /// The rules of triggers are for changes, and rows come as they are: until the end they rest. Others
  /// than this move are refused.
  func pauseTriggers(for move: String, in tables: Tables) throws

  func resumeTriggers(in tables: Tables) throws
}

extension SQLMovableLedger {
  /// The tables that a ledger is in.
  package static var allTables: [String] { TableDescription.all.map(\.name) + ["ledger"] }

  package func identity() throws -> LedgerIdentity {
    try read { tables in
      let found = try tables.first("SELECT salt, roots FROM ledger") {
        ($0[0], $0.plain(optional: 1))
      }
      guard let (salt, roots) = found, case .bytes(let bytes) = salt else {
        throw UnreadableRow("a ledger without salt")
      }
      return LedgerIdentity(salt: bytes, roots: roots)
    }
  }

  // MARK: Source of a move

  package func departure() throws -> Departure? { try read { try $0.departure() } }

  package func depart(_ departure: Departure) throws {
    try writeBesideServers { tables in
      try tables.run(
        """
        CREATE TABLE departed (
          move TEXT NOT NULL, target TEXT NOT NULL, began_at BIGINT NOT NULL,
          is_done BOOLEAN NOT NULL
        )
        """)
      try keepForOwner("departed", in: tables)
      try lock(Self.allTables, isAlone: false, in: tables)
      let refusal = Departure.refusal(to: departure.target).replacing("'", with: "''")
      try refuseChanges(because: refusal, in: tables)
      try tables.run(
        "INSERT INTO departed VALUES (?, ?, ?, FALSE)", .text(departure.move),
        .text(departure.target), .integer(departure.beganAt))
    }
  }

  package func endDeparture(_ move: String) throws -> Bool {
    try write { tables in
      guard try tables.hasTable("departed") else { return false }
      return try tables.writes("UPDATE departed SET is_done = TRUE WHERE move = ?", .text(move))
    }
  }

  package func cancelDeparture() throws -> Bool {
    try writeBesideServers { tables in
      // Another process that ends it at the same moment waits, or is waited for.
      try lock(["departed"], isAlone: true, in: tables)
      guard try tables.departure()?.isDone == false else { return false }
      try allowChanges(in: tables)
      try tables.run("DROP TABLE departed")
      return true
    }
  }

  // MARK: Target of a move

  package func arrival() throws -> Arrival? {
    try read { tables in
      guard try tables.isArriving() else { return nil }
      return try Arrival(
        try tables.each("SELECT kind, name, value FROM arriving") {
          Arrival.Note(try $0.plain(0), try $0.plain(1), try $0.plain(2))
        })
    }
  }

  package func arrive(_ move: String, as identity: LedgerIdentity) throws {
    try write { tables in
      // A process that opened it before has written, or is refused.
      try lock(Self.allTables, isAlone: false, in: tables)
      guard try tables.hasNoRows() else { throw LedgerMoveError.notEmpty(target: name) }
      try tables.run(
        """
        CREATE TABLE IF NOT EXISTS arriving (
          kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
        )
        """)
      try keepForOwner("arriving", in: tables)
      try pauseTriggers(for: move, in: tables)
      try tables.run(
        "UPDATE ledger SET salt = ?, roots = ?", .bytes(identity.salt),
        identity.roots.map { .text($0) } ?? .null)
      try tables.note(.move(move))
    }
  }

  package func endArrival() throws {
    try write { tables in
      try resumeTriggers(in: tables)
      try tables.run("DROP TABLE arriving")
    }
  }
}

/// The notes of a move in a ledger.
extension SQLTables {
  func hasTable(_ name: String) throws -> Bool {
    try finds(Self.findTable, .text(name))
  }

  /// The move out of the ledger, begun or done.
  package func departure() throws -> Departure? {
    guard try hasTable("departed") else { return nil }
    return try first("SELECT move, target, began_at, is_done FROM departed") { row in
      Departure(
        move: try row.plain(0), target: try row.plain(1), beganAt: row.int64(2),
        isDone: row.flag(3) ?? false)
    }
  }

  /// Whether a move into the ledger has begun and not ended.
  package func isArriving() throws -> Bool { try hasTable("arriving") }

  package func note(_ note: Arrival.Note) throws {
    try run(
      """
      INSERT INTO arriving (kind, name, value) VALUES (?, ?, ?)
      ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value
      """, .text(note.kind), .text(note.name), .text(note.value))
  }
}
