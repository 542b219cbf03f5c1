package import PaywallCatalog

/// A ledger that keeps what happened to money, and what was known of it at a first exposure.
package protocol MoneyLedger: Sendable {
  /// Refunds and reversals of the customers of a name, by time.
  func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent]

  /// The covariates of the units of a phase, sorted by unit.
  func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates]
}
