package import PaywallCatalog
package import Subscribers

/// The claims of seats. A claim has a row for each name of its member: Apple's customer, and the row of
/// a user id that given access has too. A row without a member is a claim that ended before it was
/// recorded, or whose member was erased.
package protocol SeatTables {
  /// The claims of a purchase, in the order in which they came.
  func seats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> [SeatRow]
  func seats(ofMember customer: CustomerRow.Number) throws -> [SeatRow]
  /// The rows of a claim.
  func seats(claim id: String, in environment: AppStoreEnvironment) throws -> [SeatRow]
  mutating func add(_ seat: SeatRow) throws
  /// Writes the end of a claim.
  mutating func end(seats claim: SeatClaim, in environment: AppStoreEnvironment) throws
  mutating func removeSeats(
    of originalTransactionId: String, in environment: AppStoreEnvironment) throws
}

package struct SeatRow: Hashable, Sendable {
  package var claim: SeatClaim
  package var environment: AppStoreEnvironment
  package var member: CustomerRow.Number?

  package static let columns = """
    claim_id, original_transaction_id, claimed_at, ended_at, ended_by, environment, customer
    """

  package init(
    _ claim: SeatClaim, in environment: AppStoreEnvironment, member: CustomerRow.Number?
  ) {
    (self.claim, self.environment, self.member) = (claim, environment, member)
  }

  package init(_ row: some LedgerRow) throws {
    var claim = SeatClaim(
      id: try row.required(0), originalTransactionId: try row.required(1),
      claimedAt: row.moment(2) ?? .epoch)
    if let moment = row.moment(3) {
      claim.ended = .init(at: moment, by: try row.known(4, "a seat that somebody else ended"))
    }
    self.init(
      claim, in: try AppStoreEnvironment(code: row.int(5)), member: row.int64(optional: 6))
  }

  /// In the order of `columns`.
  package func values<Cell: DatabaseCell>(_: Cell.Type) -> [SQLValue] {
    [
      Cell.text(claim.id), Cell.text(claim.originalTransactionId), Cell.moment(claim.claimedAt),
      Cell.moment(claim.ended?.at), Cell.plain(claim.ended?.by.rawValue), environment.cell,
      member.map { .integer($0) } ?? .null,
    ]
  }
}
