import AppStore
package import Ledger
package import PaywallCatalog
import PaywallTextCoding

private enum Statements {
  static let addText = RowStatements.addOnce(
    to: "facts",
    """
    kind, environment, line, customer, signed_at, received_at, header, payload, signature, digest
    """)
}

extension SQLTables {
  package mutating func note(notification uuid: String) throws -> Bool {
    try lock([.notification(uuid)])
    let insert = "INSERT INTO notifications (uuid) VALUES (?) ON CONFLICT DO NOTHING"
    switch reads.ahead?.notifications[UTF8Key(uuid)] {
    case true?: return false
    case false?:
      // It was missing under the lock of its name: no result to wait for.
      try run(insert, Cell.text(uuid))
      reads.ahead?.notifications[UTF8Key(uuid)] = true
      return true
    case nil: return try writes(insert, Cell.text(uuid))
    }
  }

  package mutating func keep(
    _ text: StoredText, about subject: TextSubject, at now: Timestamp
  ) throws {
    if try has(text) { return }
    let packed = text.packed
    for (id, header) in packed.headers where !known.contains(header: id) {
      try store(header, as: id)
    }
    var (chain, customer): (SQLValue, SQLValue) = (.null, .null)
    switch subject {
    case .chain(let number): chain = .integer(number)
    case .customer(let number): customer = .integer(number)
    case .unidentified: break
    }
    try run(
      Statements.addText, Cell.number(text.kind.code), text.environment.cell, chain, customer,
      Cell.moment(text.signedDate), Cell.moment(now), .integer(packed.header.id),
      Cell.part(packed.payload), Cell.part(packed.signature),
      text.digest.map { .bytes($0) } ?? .null)
    if let digest = text.digest { reads.ahead?.digests[digest] = true }
  }

  package func has(_ text: StoredText) throws -> Bool {
    guard let digest = text.digest else { return false }
    if let known = reads.ahead?.digests[digest] { return known }
    return try finds("SELECT 1 FROM facts WHERE digest = ?", .bytes(digest))
  }

  /// A header that this process stores for the first time. It is compared once it is there: another
  /// one could have the same number.
  private func store(_ header: String, as id: Int64) throws {
    guard !reads.addedHeaders.contains(id) else { return }
    if let stored = try stored(header: id) {
      guard stored.utf8.elementsEqual(header.utf8) else {
        throw UnreadableRow("two headers have the number \(id)")
      }
      return known.insert(header: id)
    }
    // It is known once it is read after the commit.
    try lock([.table("headers")])
    reads.addedHeaders.insert(id)
    try run(
      "INSERT INTO headers (id, \(Self.headerText)) VALUES (?, ?) ON CONFLICT DO NOTHING",
      .integer(id), Cell.plain(header))
  }

  private func stored(header id: Int64) throws -> String? {
    try first("SELECT \(Self.headerText) FROM headers WHERE id = ?", .integer(id)) {
      try $0.plain(0)
    }
  }

  private func header(_ id: Int64) throws -> String {
    guard let text = try stored(header: id) else { throw UnreadableRow("no header \(id)") }
    return text
  }

  package func entries(after number: Int64, limit: Int) throws -> [LedgerEntry] {
    try entries(
      "WHERE number > ? ORDER BY number LIMIT ?", [.integer(number), Cell.number(limit)])
  }

  package func entries(ofChain chain: PurchaseChainRow.Number) throws -> [LedgerEntry] {
    try entries("WHERE line = ? ORDER BY number", [.integer(chain)])
  }

  package func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry] {
    try entries("WHERE customer = ? ORDER BY number", [.integer(customer)])
  }

  private func entries(_ which: String, _ cells: [SQLValue]) throws -> [LedgerEntry] {
    var headers: [Int64: String] = [:]
    let header = { (id: Int64) throws -> String in
      if let text = headers[id] { return text }
      let text = try self.header(id)
      headers[id] = text
      return text
    }
    return try all(
      """
      SELECT number, kind, environment, signed_at, received_at, header, payload, signature
      FROM facts \(which)
      """, cells
    ) { row in
      let text = try PackedText.rebuilt(
        header: header(row.int64(5)), payload: Cell.part(of: row[6]),
        signature: Cell.part(of: row[7]), headers: header)
      return try LedgerEntry(row, text: text)
    }
  }
}
