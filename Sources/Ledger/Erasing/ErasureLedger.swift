package import PaywallCatalog

extension Ledger {
  /// Erases without leaving anything that counts in results.
  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Int {
    try await forget(name, in: environment, at: now, leaving: nil)
  }
}
