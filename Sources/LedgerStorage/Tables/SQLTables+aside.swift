package import Ledger

extension SQLTables {
  /// True if the text is kept aside. Locks the whole table, over which the limits are counted: one
  /// transaction at a time adds to it.
  package func isKeptAside(_ uuid: String) throws -> Bool {
    try lock([.table("kept_aside")])
    return try finds("SELECT 1 FROM kept_aside WHERE uuid = ?", Cell.plain(uuid))
  }

  package mutating func add(_ text: KeptAside) throws {
    try run(
      """
      INSERT INTO kept_aside (uuid, type, signed_at, received_at, bytes, content)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      Cell.plain(text.uuid), Cell.plain(text.type), Cell.moment(text.signedDate),
      Cell.moment(text.receivedAt), Cell.number(text.content.utf8.count), Cell.plain(text.content))
  }

  package func keptAside(after number: Int64, limit: Int) throws -> [KeptAside] {
    try each(
      "SELECT \(KeptAside.columns) FROM kept_aside WHERE number > ? ORDER BY number LIMIT ?",
      .integer(number), Cell.number(max(0, limit))
    ) { try KeptAside($0) }
  }

  package func keptAsideSizes() throws -> [(number: Int64, bytes: Int)] {
    try each("SELECT number, bytes FROM kept_aside ORDER BY number DESC") {
      ($0.int64(0), $0.int(1))
    }
  }

  package mutating func removeKeptAside(through number: Int64) throws {
    try run("DELETE FROM kept_aside WHERE number <= ?", .integer(number))
  }

  package mutating func removeKeptAside(_ uuid: String) throws {
    try run("DELETE FROM kept_aside WHERE uuid = ?", Cell.plain(uuid))
  }
}
