package import PaywallCatalog

/// A ledger that keeps daily counts of decisions and claims.
package protocol CountingLedger: Sendable {
  /// Adds a batch of counts. `.already` changed nothing: the process has sent this batch or a later
  /// one before.
  func add(_ batch: CountBatch, at now: Timestamp) async throws(LedgerFailure) -> Appended

  /// The counts of an experiment, sorted.
  func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount]
}
