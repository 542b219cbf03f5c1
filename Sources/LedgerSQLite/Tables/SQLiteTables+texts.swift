import AppStore
import PaywallCatalog
import GRDB
import Ledger
import LedgerStorage

extension SQLiteTables {
  static func prepared(_ text: NewText) -> StoredText { StoredText(text) }

  mutating func note(notification uuid: String) throws -> Bool {
    try run(
      "INSERT INTO notifications (uuid) VALUES (?) ON CONFLICT DO NOTHING", Cell.text(uuid))
    return didChange
  }

  mutating func keep(
    _ text: StoredText, about subject: TextSubject, at now: Timestamp
  ) throws {
    if let digest = text.digest, try hasText(digest: digest) { return }
    let (new, packed) = (text.new, text.packed)
    for (id, header) in packed.headers where !headers.contains(id) { try store(header, as: id) }
    var (chain, customer): (SQLValue, SQLValue) = (.null, .null)
    switch subject {
    case .chain(let number): chain = .integer(number)
    case .customer(let number): customer = .integer(number)
    case .unidentified: break
    }
    try run(
      """
      INSERT INTO facts (kind, environment, line, customer, signed_at, received_at, header, payload,
        signature, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      Cell.number(new.kind.code), new.environment.cell, chain, customer,
      Cell.moment(new.signedDate), Cell.moment(now), .integer(packed.header.id),
      packed.payload.cell, packed.signature.cell, text.digest.map { .bytes($0) } ?? .null)
  }

  func has(_ text: StoredText) throws -> Bool {
    guard let digest = text.digest else { return false }
    return try hasText(digest: digest)
  }

  private func hasText(digest: [UInt8]) throws -> Bool {
    try first("SELECT 1 FROM facts WHERE digest = ?", .bytes(digest)) { _ in true } ?? false
  }

  private func store(_ header: String, as id: Int64) throws {
    try run(
      "INSERT INTO headers (id, text) VALUES (?, ?) ON CONFLICT DO NOTHING", .integer(id),
      .text(header))
    guard try self.header(id).utf8.elementsEqual(header.utf8) else {
      throw UnreadableRow("two headers have the number \(id)")
    }
    headers.insert(id)
  }

  private func header(_ id: Int64) throws -> String {
    let text = try first("SELECT text FROM headers WHERE id = ?", .integer(id)) {
      try $0.plain(0)
    }
    guard let text else { throw UnreadableRow("no header \(id)") }
    return text
  }

  func entries(after number: Int64, limit: Int) throws -> [LedgerEntry] {
    try entries(
      "WHERE number > ? ORDER BY number LIMIT ?", [.integer(number), Cell.number(limit)])
  }

  func entries(ofChain chain: PurchaseChainRow.Number) throws -> [LedgerEntry] {
    try entries("WHERE line = ? ORDER BY number", [.integer(chain)])
  }

  func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry] {
    try entries("WHERE customer = ? ORDER BY number", [.integer(customer)])
  }

  private func entries(_ which: String, _ cells: [SQLValue]) throws -> [LedgerEntry] {
    var known: [Int64: String] = [:]
    let header = { (id: Int64) throws -> String in
      if let text = known[id] { return text }
      let text = try self.header(id)
      known[id] = text
      return text
    }
    let rows = try all(
      """
      SELECT number, kind, environment, signed_at, received_at, header, payload, signature
      FROM facts \(which)
      """, cells
    ) { row in
      (
        row.int64(0), row.int(1), row.int(2), row.moment(3), row.int64(4), row.int64(5),
        row[6], row[7]
      )
    }
    return try rows.map { row in
      let text = try PackedText.rebuilt(
        header: header(row.5), payload: PackedText.Part(cell: row.6),
        signature: PackedText.Part(cell: row.7), headers: header)
      return try LedgerEntry(
        number: row.0, kind: LedgerEntry.Kind(code: row.1),
        environment: AppStoreEnvironment(code: row.2), signedDate: row.3,
        receivedAt: Timestamp(milliseconds: row.4), text: text)
    }
  }
}
