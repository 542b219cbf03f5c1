/// Counts by key. Names of the configuration bound all but the versions of an app: a day has at
/// most 64 of them, and further ones count as `other`, so that invented versions cannot fill memory
/// or the file.
package struct DailyCounts: Hashable, Sendable {
  package static let mostVersions = 64

  package private(set) var counts: [DailyCount.Key: Int] = [:]
  private var versions = CountedVersions()

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  package mutating func add(_ count: Int, to key: DailyCount.Key) {
    var key = key
    key.device.appVersion = versions.admit(key.device.appVersion, on: key.day) { _ in [] }
    counts[key, default: 0] += count
  }
}

/// The versions of an app that count separately, by day.
struct CountedVersions: Hashable, Sendable {
  private var admitted: [Int: Set<String>] = [:]

  /// The version, or `other` if the day has too many.
  ///
  /// - Parameter stored: the versions of a day that is not known here yet.
  mutating func admit(
    _ version: String, on day: Int, stored: (Int) throws -> Set<String>
  ) rethrows -> String {
    guard version != CountedDevice.other, version != CountedDevice.unknown else { return version }
    var known = try admitted[day] ?? stored(day)
    if known.count < DailyCounts.mostVersions { known.insert(version) }
    admitted[day] = known
    return known.contains(version) ? version : CountedDevice.other
  }
}
