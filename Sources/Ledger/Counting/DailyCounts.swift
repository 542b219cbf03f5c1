/// Counts by key, in memory. Names of the configuration bound all but the versions of an app: of
/// a day it holds at most 1024, and further ones count as `other`, so that invented versions cannot
/// fill memory. The ledger keeps fewer.
package struct DailyCounts: Hashable, Sendable {
  /// The most versions that a day of the ledger counts separately.
  package static let mostVersions = 64
  private static let mostWaiting = 1024

  package private(set) var counts: [DailyCount.Key: Int] = [:]
  private var versions: [Int: Set<String>] = [:]

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  package mutating func add(_ count: Int, to key: DailyCount.Key) {
    var key = key
    if key.device.hasVersion, versions[key.day]?.contains(key.device.appVersion) != true {
      if versions[key.day, default: []].count < Self.mostWaiting {
        versions[key.day, default: []].insert(key.device.appVersion)
      } else {
        key.device.appVersion = CountedDevice.other
      }
    }
    counts[key, default: 0] += count
  }
}

extension CountedDevice {
  /// Whether its version counts separately if there is room.
  var hasVersion: Bool { appVersion != Self.other && appVersion != Self.unknown }
}
