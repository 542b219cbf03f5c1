package import PaywallCatalog

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
