package import PaywallCatalog

extension MemoryLedger {
  package func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try read {
      $0.erasedCells(of: experiment, phase: phase, in: environment).filter { !$0.key.isHeldOut }
        .sorted()
    }
  }
}
