package import Ledger
package import PaywallCatalog
package import Subscribers

private enum Statements {
  static let ofPurchase = """
    \(select) WHERE environment = ? AND original_transaction_id = ? ORDER BY number
    """
  static let ofMember = "\(select) WHERE customer = ? ORDER BY number"
  static let ofClaim = "\(select) WHERE environment = ? AND claim_id = ? ORDER BY number"

  private static let select = "SELECT \(SeatRow.columns) FROM seat_claims"
}

extension SQLTables {
  package func seats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> [SeatRow] {
    try lock([.chain(originalTransactionId, environment)])
    return try each(
      Statements.ofPurchase, environment.cell, Cell.text(originalTransactionId),
      read: SeatRow.init)
  }

  package func seats(ofMember customer: CustomerRow.Number) throws -> [SeatRow] {
    try lock([.customer(customer)])
    return try each(Statements.ofMember, .integer(customer), read: SeatRow.init)
  }

  package func seats(
    claim id: String, in environment: AppStoreEnvironment
  ) throws -> [SeatRow] {
    try lock([.table("seat_claims")])
    return try each(Statements.ofClaim, environment.cell, Cell.text(id), read: SeatRow.init)
  }

  package mutating func add(_ seat: SeatRow) throws {
    try insert(into: "seat_claims", SeatRow.columns, seat.values(Cell.self))
  }

  package mutating func end(seats claim: SeatClaim, in environment: AppStoreEnvironment) throws {
    try run(
      "UPDATE seat_claims SET ended_at = ?, ended_by = ? WHERE environment = ? AND claim_id = ?",
      Cell.moment(claim.ended?.at), Cell.plain(claim.ended?.by.rawValue), environment.cell,
      Cell.text(claim.id))
  }

  package mutating func removeSeats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM seat_claims WHERE environment = ? AND original_transaction_id = ?",
      environment.cell, Cell.text(originalTransactionId))
  }

  package func hasSeats() throws -> Bool { try finds("SELECT 1 FROM seat_claims LIMIT 1") }
}
