package import PaywallCatalog

extension MemoryLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try writeAtOnce { try $0.add(batch, at: now) }
  }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try read { $0.dailyCounts(of: experiment, in: environment).sorted() }
  }
}
