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
