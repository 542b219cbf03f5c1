package import Subscribers

/// What a ledger knows of the customer whom a piece of evidence is about.
package struct KnownCustomer: Hashable, Sendable {
  /// `nil` if nobody with these ids is known.
  package var history: CustomerHistory?
  /// Every text of the evidence is here: to append it would change nothing.
  package var hasAllTexts: Bool

  package init(history: CustomerHistory?, hasAllTexts: Bool) {
    self.history = history
    self.hasAllTexts = hasAllTexts
  }
}
