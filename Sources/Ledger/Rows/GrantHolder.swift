/// Whose place a grant is.
package enum GrantHolder: Hashable, Sendable {
  case customer(CustomerRow.Number)
  /// Of a customer who was erased.
  case remnant(RemnantNumber)
  /// Signed on trust: it counts for its day and for nobody.
  case nobody
}

/// What stays of one erased customer; means nothing outside of one ledger.
package typealias RemnantNumber = Int64
