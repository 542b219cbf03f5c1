package import Catalog

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

extension LedgerTables {
  /// Adds a batch of counts once.
  package mutating func add(_ batch: CountBatch, at now: Timestamp) throws -> Appended {
    if let last = try lastCountBatch(of: batch.run), last >= batch.number { return .already }
    var versions = CountedVersions()
    // Sorted, so that which versions count separately does not depend on a hash.
    for count in batch.counts.map({ DailyCount($0, $1) }).sorted() where count.count > 0 {
      var key = count.key
      key.device.appVersion = try versions.admit(key.device.appVersion, on: key.day) {
        try countedVersions(ofDay: $0)
      }
      try add(count.count, to: key)
    }
    try note(countBatch: batch.number, of: batch.run, at: now)
    // No process sends a batch again after a month.
    try prune(countBatchesBefore: now.adding(milliseconds: -30 * Timestamp.day))
    return .new
  }
}
