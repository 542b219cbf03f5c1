package import PaywallCatalog
package import Subscribers

/// One call at a time records or ends a seat, so that a claim is one person's.
private let seatLock = LockName.table("seat_claims")

// Seats that the team's server claimed for members of a group.
extension Ledger {
  /// See `LedgerTables.record`.
  package func record(
    _ claim: SeatClaim, of member: SeatMember, isKnown: Bool = false,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> SeatOutcome {
    let names = member.rowNames.map { LockName.customerName($0, environment) }
    let chain = LockName.chain(claim.originalTransactionId, environment)
    return try await write([seatLock, chain] + names) {
      try $0.record(claim, of: member, isKnown: isKnown, in: environment, at: now)
    }
  }

  /// See `LedgerTables.endSeat`.
  package func endSeat(
    _ id: String, of originalTransactionId: String, by party: SeatClaim.Party = .server,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> RecordedSeat? {
    try await write([seatLock, .chain(originalTransactionId, environment)]) {
      try $0.endSeat(id, of: originalTransactionId, by: party, in: environment, at: now)
    }
  }

  /// The claims of a purchase, ended ones too, in the order in which they came.
  package func seats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedSeat] {
    try await read(.request) {
      try $0.recorded($0.seats(of: originalTransactionId, in: environment))
    }
  }
}
