/// The holder of a grant.
package enum GrantHolder: Hashable, Sendable {
  case customer(CustomerRow.Number)
  /// A customer who was erased.
  case remnant(RemnantNumber)
  /// Signed on trust, for the name a server sent, as a salted hash. It counts for its day and in no
  /// customer's limit.
  case trusted([UInt8])
  /// Signed on trust, without a name.
  case unnamed
}

/// What remains of an erased customer. Valid in one ledger only.
package typealias RemnantNumber = Int64
