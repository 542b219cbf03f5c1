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

/// Counts to add to the ledger once, however often the batch is sent.
package struct CountBatch: Hashable, Sendable {
  /// The process that counted: a UUID in lower case.
  package var run: String
  /// Grows with each batch of the process.
  package var number: Int64
  package var counts: [DailyCount.Key: Int]

  package init(run: String, number: Int64, counts: [DailyCount.Key: Int]) {
    self.run = run
    self.number = number
    self.counts = counts
  }
}

extension LedgerTables {
  /// Adds a batch of counts once.
  package mutating func add(_ batch: CountBatch, at now: Timestamp) throws -> Appended {
    if let last = try lastCountBatch(of: batch.run), last >= batch.number { return .already }
    for (day, counts) in Dictionary(grouping: batch.counts, by: \.key.day) {
      let versions = try versions(ofDay: day, with: counts)
      for (key, count) in counts where count > 0 {
        var key = key
        if key.device.hasVersion, !versions.contains(key.device.appVersion) {
          key.device.appVersion = CountedDevice.other
        }
        try add(count, to: key)
      }
    }
    try note(countBatch: batch.number, of: batch.run, at: now)
    // No process sends a batch again after a month.
    try prune(countBatchesBefore: now.adding(milliseconds: -30 * Timestamp.day))
    return .new
  }

  /// The versions that count separately: those that did before, and, as long as there is room, the
  /// most frequent of the new ones.
  private func versions(
    ofDay day: Int, with counts: [(key: DailyCount.Key, value: Int)]
  ) throws -> Set<String> {
    let known = try countedVersions(ofDay: day)
    var new: [String: Int] = [:]
    for (key, count) in counts
    where key.device.hasVersion && !known.contains(key.device.appVersion) {
      new[key.device.appVersion, default: 0] += count
    }
    let room = max(0, DailyCounts.mostVersions - known.count)
    let frequent = new.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(room)
    return known.union(frequent.map(\.key))
  }
}
