import Ledger

/// What a move notes in a ledger.
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
