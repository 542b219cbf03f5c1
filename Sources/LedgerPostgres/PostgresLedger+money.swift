package import PaywallCatalog
package import Ledger

extension PostgresLedger {
  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent] {
    try await reader.read { try $0.moneyEvents(of: name, in: environment) }
  }

  package func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates] {
    try await read {
      try $0.covariates(of: experiment, phase: phase, in: environment).sorted()
    }
  }
}
