package import PaywallCatalog

extension Ledger {
  /// Erases a person: facts, evidence, links, and the recorded assignments, exposures and aliases
  /// of the linked user ids and of the anonymous ids that are surely aliases of them. Records of
  /// aliases that only an app has claimed could be another person's, and stay. Hashed marks stay,
  /// so that limits and introductory use still hold if the customer comes back.
  ///
  /// - Parameter values: what of the erased goes on to count in results; `nil` is nothing.
  /// - Returns: how many customers were erased.
  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)? = nil
  ) async throws(LedgerFailure) -> Int {
    try await write(.erasure) {
      try $0.forget(name, in: environment, at: now, leaving: values)
    }
  }
}
