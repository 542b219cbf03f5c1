package import PaywallCatalog

extension ReopeningLedger {
  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent] {
    try await ledger().moneyEvents(of: name, in: environment)
  }

  package func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates] {
    try await ledger().covariates(of: experiment, phase: phase, in: environment)
  }
}
