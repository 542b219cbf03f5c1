package import PaywallCatalog

/// Limits from the ledger that the customer's facts do not contain. Without them only the
/// customer's own limit is checked; a grant checks both in its transaction.
package struct LedgerLimits: Sendable {
  /// Grants that count for today (UTC), by key of the offer; one that is missing is not checked.
  package var dayCounts: [String: Int]
  /// Why a grant on this product was refused, by key of the offer.
  package var refusals: [String: LimitRefusal]

  package init(dayCounts: [String: Int] = [:], refusals: [String: LimitRefusal] = [:]) {
    self.dayCounts = dayCounts
    self.refusals = refusals
  }

  package static let none = LedgerLimits()
}
