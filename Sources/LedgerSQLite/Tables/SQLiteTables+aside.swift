import Ledger
import LedgerStorage

extension SQLiteTables {
  func isKeptAside(_ uuid: String) throws -> Bool {
    try first("SELECT 1 FROM kept_aside WHERE uuid = ?", .text(uuid)) { _ in true } ?? false
  }

  mutating func add(_ text: KeptAside) throws {
    try run(
      """
      INSERT INTO kept_aside (uuid, type, signed_at, received_at, bytes, content)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .text(text.uuid), .text(text.type), Cell.moment(text.signedDate),
      Cell.moment(text.receivedAt), Cell.number(text.content.utf8.count), .text(text.content))
  }

  func keptAside(after number: Int64, limit: Int) throws -> [KeptAside] {
    try each(
      "SELECT \(KeptAside.columns) FROM kept_aside WHERE number > ? ORDER BY number LIMIT ?",
      .integer(number), Cell.number(max(0, limit))
    ) { try KeptAside($0) }
  }

  func keptAsideSizes() throws -> [(number: Int64, bytes: Int)] {
    try each("SELECT number, bytes FROM kept_aside ORDER BY number DESC") {
      ($0.int64(0), $0.int(1))
    }
  }

  mutating func removeKeptAside(through number: Int64) throws {
    try run("DELETE FROM kept_aside WHERE number <= ?", .integer(number))
  }

  mutating func removeKeptAside(_ uuid: String) throws {
    try run("DELETE FROM kept_aside WHERE uuid = ?", .text(uuid))
  }
}
