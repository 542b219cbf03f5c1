package import Ledger
package import PaywallCatalog
package import Subscribers

private enum Statements {
  static let newRemnant = NumberedInsertion(into: "remnants")
}

extension SQLTables {
  package func hash(of id: ErasedId, in environment: AppStoreEnvironment) -> [UInt8] {
    id.hash(in: environment, salt: salt)
  }

  package func hasRemnants() throws -> Bool {
    if let known = reads.hasRemnants { return known }
    let found = try finds("SELECT 1 FROM remnants LIMIT 1")
    reads.hasRemnants = found
    return found
  }

  package func remnant(hash: [UInt8]) throws -> RemnantNumber? {
    try lock([.hash(hash)])
    return try first("SELECT remnant FROM remnant_ids WHERE hash = ?", .bytes(hash)) {
      $0.int64(0)
    }
  }

  package mutating func addRemnant() throws -> RemnantNumber {
    reads.hasRemnants = true
    return try add(Statements.newRemnant, [])
  }

  package mutating func put(_ remnant: RemnantNumber, inAccount account: AppleAccountNumber) throws
  {
    try run(
      "UPDATE remnants SET apple_account = ? WHERE number = ?", .integer(account),
      .integer(remnant))
  }

  package func account(of remnant: RemnantNumber) throws -> AppleAccountNumber? {
    try first("SELECT apple_account FROM remnants WHERE number = ?", .integer(remnant)) {
      $0.int64(optional: 0)
    } ?? nil
  }

  package mutating func add(hash: [UInt8], to remnant: RemnantNumber) throws {
    try run(
      "INSERT INTO remnant_ids (hash, remnant) VALUES (?, ?)", .bytes(hash), .integer(remnant))
  }

  package func marks(of remnant: RemnantNumber) throws -> [HistoryMark] {
    try lock([.remnant(remnant)])
    let marks = try each(
      "SELECT kind, subject, at FROM marks WHERE remnant = ?", .integer(remnant)
    ) { try HistoryMark($0) }
    return marks.sorted { $0.precedes($1) }
  }

  package mutating func add(_ mark: HistoryMark, to remnant: RemnantNumber) throws {
    try run(
      "INSERT INTO marks (remnant, kind, subject, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.integer(remnant)] + mark.cells { Cell.text($0) })
  }

  package mutating func merge(_ other: RemnantNumber, into remnant: RemnantNumber) throws {
    reads.forgetRows()
    let (old, new): (SQLValue, SQLValue) = (.integer(other), .integer(remnant))
    try run("UPDATE remnant_ids SET remnant = ? WHERE remnant = ?", new, old)
    try run(
      """
      INSERT INTO marks (remnant, kind, subject, at) SELECT ?1, kind, subject, at FROM marks WHERE remnant = ?2
      ON CONFLICT DO NOTHING
      """, new, old)
    try run("DELETE FROM marks WHERE remnant = ?", old)
    try run("UPDATE grants SET remnant = ? WHERE remnant = ?", new, old)
    try run("DELETE FROM remnants WHERE number = ?", old)
  }

  package mutating func erase(_ customer: CustomerRow.Number, leaving remnant: RemnantNumber) throws
  {
    reads.forgetRows()
    let (gone, left): (SQLValue, SQLValue) = (.integer(customer), .integer(remnant))
    try run("UPDATE grants SET customer = NULL, remnant = ?2 WHERE customer = ?1", gone, left)
    try run("UPDATE grants SET redeemed_by = '' WHERE remnant = ? AND redeemed_by <> ''", left)
    try run(
      "DELETE FROM facts WHERE line IN (SELECT number FROM lines WHERE customer = ?)", gone)
    try run("DELETE FROM facts WHERE customer = ?", gone)
    try run("DELETE FROM links WHERE customer = ?", gone)
    try run("DELETE FROM lines WHERE customer = ?", gone)
    try run("DELETE FROM customers WHERE number = ?", gone)
    reads.changes.insertAll()
  }
}
