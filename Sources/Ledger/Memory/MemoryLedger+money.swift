package import PaywallCatalog

extension MemoryLedger {
  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent] {
    try read { try $0.moneyEvents(of: name, in: environment) }
  }

  package func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates] {
    try read { $0.covariates(of: experiment, phase: phase, in: environment).sorted() }
  }
}
