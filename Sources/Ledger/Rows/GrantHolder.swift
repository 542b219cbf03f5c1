/// Whose place a grant is.
package enum GrantHolder: Hashable, Sendable {
  case customer(CustomerRow.Number)
  /// Of a customer who was erased.
  case remnant(RemnantNumber)
  /// Signed on trust, for whom a server named; by a salted hash of that name. It counts for its day
  /// and in no customer's limit.
  case trusted([UInt8])
  /// Signed on trust, for nobody in particular.
  case nobody
}

/// What stays of one erased customer; means nothing outside of one ledger.
package typealias RemnantNumber = Int64
