package import PaywallCatalog

extension ReopeningLedger {
  package func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await ledger().erasedCells(of: experiment, phase: phase, in: environment)
  }
}
