package import PaywallSubscribers

/// What a ledger knows of the customer of a piece of evidence.
package struct KnownCustomer: Hashable, Sendable {
  /// `nil` if no customer with these ids is known.
  package var history: CustomerHistory?
  /// The ledger has every text of the evidence: appending it would change nothing.
  package var hasAllTexts: Bool
}
