package import Subscribers

/// What the ledger said of limits that the customer's facts do not tell. Without it an offer is
/// judged by the customer's own limit only; a grant checks both in its transaction.
package struct LedgerLimits: Hashable, Sendable {
  /// Grants that count for today (UTC), by key of the offer; one that is missing is not checked.
  package var dayCounts: [String: Int]
  /// What a grant on this product was refused for, by key of the offer.
  package var refusals: [String: LimitRefusal]

  package init(dayCounts: [String: Int] = [:], refusals: [String: LimitRefusal] = [:]) {
    self.dayCounts = dayCounts
    self.refusals = refusals
  }

  package static let none = LedgerLimits()
}
