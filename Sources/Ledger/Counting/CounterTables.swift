package import PaywallCatalog

/// The rows of daily counts.
package protocol CounterTables {
  /// The number of the last batch of a process.
  func lastCountBatch(of run: String) throws -> Int64?
  mutating func note(countBatch number: Int64, of run: String, at now: Timestamp) throws
  /// Deletes the numbers of processes whose last batch is older.
  mutating func prune(countBatchesBefore moment: Timestamp) throws
  /// The versions of an app that a day counts separately.
  func countedVersions(ofDay day: Int) throws -> Set<String>
  mutating func add(_ count: Int, to key: DailyCount.Key) throws
  /// In any order.
  func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) throws -> [DailyCount]
}
