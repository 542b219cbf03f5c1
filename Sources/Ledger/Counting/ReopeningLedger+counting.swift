package import PaywallCatalog

extension ReopeningLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await ledger().add(batch, at: now)
  }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try await ledger().dailyCounts(of: experiment, in: environment)
  }
}
