import PaywallCatalog

@testable import Ledger

/// Daily counts, and the last batch of each process.
struct OracleCounts: Sendable {
  var counts: [DailyCount.Key: Int] = [:]
  var batches: [String: (number: Int64, at: Timestamp)] = [:]
}

extension OracleTables {
  func lastCountBatch(of run: String) -> Int64? { daily.batches[run]?.number }

  mutating func note(countBatch number: Int64, of run: String, at now: Timestamp) {
    daily.batches[run] = (number, now)
  }

  mutating func prune(countBatchesBefore moment: Timestamp) {
    daily.batches = daily.batches.filter { $0.value.at >= moment }
  }

  func countedVersions(ofDay day: Int) -> Set<String> {
    Set(daily.counts.keys.lazy.filter { $0.day == day }.map(\.device.appVersion))
      .subtracting([CountedDevice.other, CountedDevice.unknown])
  }

  mutating func add(_ count: Int, to key: DailyCount.Key) {
    daily.counts[key, default: 0] += count
  }

  func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) -> [DailyCount] {
    daily.counts.lazy
      .filter { $0.key.experiment == experiment && $0.key.environment == environment }
      .map { DailyCount($0.key, $0.value) }
  }
}
