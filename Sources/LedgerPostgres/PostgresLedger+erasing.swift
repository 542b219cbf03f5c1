package import PaywallCatalog
package import Ledger

extension PostgresLedger {
  package func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await read {
      try $0.erasedCells(of: experiment, phase: phase, in: environment)
        .filter { !$0.key.isHeldOut }.sorted()
    }
  }
}
