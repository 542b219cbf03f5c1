import AppStore
import Crypto
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog

extension PostgresTables {
  static func prepared(_ text: NewText) -> StoredText { StoredText(text) }

  mutating func note(notification uuid: String) throws -> Bool {
    try lock(.notification(uuid))
    return try writes(
      "INSERT INTO notifications (uuid) VALUES (?) ON CONFLICT DO NOTHING", Cell.text(uuid))
  }

  mutating func keep(
    _ text: StoredText, about subject: TextSubject, at now: Timestamp
  ) throws {
    if try has(text) { return }
    let (new, packed) = (text.new, text.packed)
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
      """
      INSERT INTO facts (kind, environment, chain, customer, signed_at, received_at, header, payload,
        signature, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      Cell.number(new.kind.code), new.environment.cell, chain, customer,
      Cell.moment(new.signedDate), Cell.moment(now), .integer(packed.header.id),
      packed.payload.cell, packed.signature.cell, text.digest.map { .bytes($0) } ?? .null)
  }

  func has(_ text: StoredText) throws -> Bool {
    guard let digest = text.digest else { return false }
    return try first("SELECT 1 FROM facts WHERE digest = ?", .bytes(digest)) { _ in true } ?? false
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
    try lock(.table("headers"))
    reads.addedHeaders.insert(id)
    try run(
      "INSERT INTO headers (id, content) VALUES (?, ?) ON CONFLICT DO NOTHING", .integer(id),
      Cell.text(header))
  }

  private func stored(header id: Int64) throws -> String? {
    try first("SELECT content FROM headers WHERE id = ?", .integer(id)) { try $0.required(0) }
  }

  private func header(_ id: Int64) throws -> String {
    guard let text = try stored(header: id) else { throw UnreadableRow("no header \(id)") }
    return text
  }

  func entries(after number: Int64, limit: Int) throws -> [LedgerEntry] {
    try entries(
      "WHERE number > ? ORDER BY number LIMIT ?", [.integer(number), Cell.number(limit)])
  }

  func entries(ofChain chain: PurchaseChainRow.Number) throws -> [LedgerEntry] {
    try entries("WHERE chain = ? ORDER BY number", [.integer(chain)])
  }

  func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry] {
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
        header: header(row.int64(5)), payload: PackedText.Part(cell: row[6]),
        signature: PackedText.Part(cell: row[7]), headers: header)
      return try LedgerEntry(
        number: row.int64(0), kind: LedgerEntry.Kind(code: row.int(1)),
        environment: AppStoreEnvironment(code: row.int(2)), signedDate: row.moment(3),
        receivedAt: row.moment(4) ?? .epoch, text: text)
    }
  }
}

/// A text to store, prepared before a writer runs.
struct StoredText: Sendable {
  let new: NewText
  /// Identifies a text; `nil` for a notification, which its UUID identifies.
  let digest: [UInt8]?
  /// Only for a notification: evidence is often stored already, and then needs no packing.
  private let packedAhead: PackedText?

  init(_ new: NewText) {
    self.new = new
    let isNotification = new.kind == .notification
    // The first 16 bytes of the SHA-256 of the compact text.
    digest =
      isNotification ? nil : Array(SHA256.hash(data: Data(new.text.compact.utf8)).prefix(16))
    packedAhead = isNotification ? PackedText(new.text) : nil
  }

  var packed: PackedText { packedAhead ?? PackedText(new.text) }
}

extension PackedText.Part {
  /// Its bytes after 0, or its text after 1.
  fileprivate var cell: SQLValue {
    switch self {
    case .bytes(let bytes): .bytes([0] + bytes)
    case .text(let text): .bytes([1] + Array(text.utf8))
    }
  }

  fileprivate init(cell: SQLValue) throws {
    guard case .bytes(let bytes) = cell, let first = bytes.first, first < 2 else {
      throw UnreadableRow("a part of a text is neither text nor bytes")
    }
    let rest = Array(bytes.dropFirst())
    self = first == 0 ? .bytes(rest) : .text(String(decoding: rest, as: UTF8.self))
  }
}

extension LedgerEntry.Kind {
  /// The value in the tables; never change it.
  var code: Int {
    switch self {
    case .transaction: 0
    case .renewalInfo: 1
    case .appTransaction: 2
    case .notification: 3
    }
  }

  init(code: Int) throws {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else {
      throw UnreadableRow("kind \(code)")
    }
    self = kind
  }
}
