import PaywallCatalog
import GRDB
import Ledger
import LedgerStorage
import PaywallSubscribers

extension SQLiteTables {
  func hash(of id: ErasedId, in environment: AppStoreEnvironment) -> [UInt8] {
    id.hash(in: environment, salt: salt)
  }

  func hasRemnants() throws -> Bool {
    try first("SELECT 1 FROM remnants LIMIT 1") { _ in true } ?? false
  }

  func remnant(hash: [UInt8]) throws -> RemnantNumber? {
    try first("SELECT remnant FROM remnant_ids WHERE hash = ?", .bytes(hash)) {
      $0.int64(0)
    }
  }

  mutating func addRemnant() throws -> RemnantNumber {
    try run("INSERT INTO remnants DEFAULT VALUES")
    return database.lastInsertedRowID
  }

  mutating func put(_ remnant: RemnantNumber, inAccount account: AppleAccountNumber) throws {
    try run(
      "UPDATE remnants SET apple_account = ? WHERE number = ?", .integer(account),
      .integer(remnant))
  }

  func account(of remnant: RemnantNumber) throws -> AppleAccountNumber? {
    try first("SELECT apple_account FROM remnants WHERE number = ?", .integer(remnant)) {
      $0.int64(optional: 0)
    } ?? nil
  }

  mutating func add(hash: [UInt8], to remnant: RemnantNumber) throws {
    try run(
      "INSERT INTO remnant_ids (hash, remnant) VALUES (?, ?)", .bytes(hash),
      .integer(remnant))
  }

  func marks(of remnant: RemnantNumber) throws -> [HistoryMark] {
    let marks = try each(
      "SELECT kind, subject, at FROM marks WHERE remnant = ?", .integer(remnant)
    ) { try HistoryMark($0) }
    return marks.sorted { $0.precedes($1) }
  }

  mutating func add(_ mark: HistoryMark, to remnant: RemnantNumber) throws {
    try run(
      "INSERT INTO marks (remnant, kind, subject, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.integer(remnant)] + mark.cells { Cell.text($0) })
  }

  mutating func merge(_ other: RemnantNumber, into remnant: RemnantNumber) throws {
    let (old, new): (SQLValue, SQLValue) = (.integer(other), .integer(remnant))
    try run("UPDATE remnant_ids SET remnant = ? WHERE remnant = ?", new, old)
    try run("UPDATE OR IGNORE marks SET remnant = ? WHERE remnant = ?", new, old)
    try run("DELETE FROM marks WHERE remnant = ?", old)
    try run("UPDATE grants SET remnant = ? WHERE remnant = ?", new, old)
    try run("DELETE FROM remnants WHERE number = ?", old)
  }

  mutating func erase(_ customer: CustomerRow.Number, leaving remnant: RemnantNumber) throws {
    let (gone, left): (SQLValue, SQLValue) = (.integer(customer), .integer(remnant))
    try run("UPDATE grants SET customer = NULL, remnant = ?2 WHERE customer = ?1", gone, left)
    try run("UPDATE grants SET redeemed_by = '' WHERE remnant = ? AND redeemed_by <> ''", left)
    try run(
      "DELETE FROM facts WHERE line IN (SELECT number FROM lines WHERE customer = ?)", gone)
    try run("DELETE FROM facts WHERE customer = ?", gone)
    try run("DELETE FROM links WHERE customer = ?", gone)
    try run("DELETE FROM lines WHERE customer = ?", gone)
    try run("DELETE FROM customers WHERE number = ?", gone)
    changes.insertAll()
  }
}
