package import Catalog
package import Subscribers

/// A grant, and what decides by which transaction it is redeemed.
package struct GrantRow: Hashable, Sendable {
  package var grant: Grant
  package var kind: OfferKind

  package init(_ grant: Grant, kind: OfferKind) {
    self.grant = grant
    self.kind = kind
  }
}

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
