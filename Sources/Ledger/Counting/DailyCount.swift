package import PaywallCatalog

/// How often something happened on one UTC day.
package struct DailyCount: Hashable, Sendable {
  package var key: Key
  package var count: Int

  package init(_ key: Key, _ count: Int) {
    self.key = key
    self.count = count
  }

  /// The subject of a count. Experiment, variant and placement are names of the configuration,
  /// never texts of a request.
  package struct Key: Hashable, Sendable {
    /// Days since 1970-01-01, UTC.
    package var day: Int
    package var environment: AppStoreEnvironment
    package var experiment: String
    /// 0 for a phase that neither the configuration nor the ledger has.
    package var phase: Int
    /// `nil` for a name that neither the configuration nor the ledger has.
    package var variant: String?
    /// `nil` if none was sent, or the configuration has none of this name.
    package var placement: String?
    package var device: CountedDevice
    package var event: CountedEvent

    package init(
      day: Int, environment: AppStoreEnvironment, experiment: String, phase: Int,
      variant: String?, placement: String?, device: CountedDevice, event: CountedEvent
    ) {
      self.day = day
      self.environment = environment
      self.experiment = experiment
      self.phase = phase
      self.variant = variant
      self.placement = placement
      self.device = device
      self.event = event
    }
  }
}

extension DailyCount: Comparable {
  package static func < (left: DailyCount, right: DailyCount) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [String] {
    let day = String(key.day)
    return [
      String(repeating: "0", count: max(0, 7 - day.count)) + day, key.environment.rawValue,
      key.experiment, String(key.phase), key.variant ?? "", key.placement ?? "",
      key.device.platform, key.device.appVersion, key.event.rawValue,
    ]
  }
}

/// A decision as it was served, or the outcome of an app's claim.
package struct CountedEvent: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A decision of the running experiment: rendering it is an exposure.
  package static let served = CountedEvent(rawValue: "served")
  /// A recorded variant of a paused or ended experiment.
  package static let servedKept = CountedEvent(rawValue: "servedKept")
  /// The winner of an ended experiment.
  package static let servedWinner = CountedEvent(rawValue: "servedWinner")

  /// - Parameter outcome: as on the wire, such as `recorded`.
  package static func claimed(_ outcome: String) -> CountedEvent {
    CountedEvent(rawValue: "claimed.\(outcome)")
  }
}

/// The platform and the version of an app, as coarse as counts are kept.
package struct CountedDevice: Hashable, Sendable {
  /// A `Platform`, `other` or `unknown`.
  package var platform: String
  /// Major and minor number, `3.4`; `other` or `unknown`.
  package var appVersion: String

  package init(platform: String = unknown, appVersion: String = unknown) {
    self.platform = platform
    self.appVersion = appVersion
  }

  /// The value was not sent, or is not readable.
  package static let unknown = "unknown"
  /// The value is not one that apps send, or one version too many.
  package static let other = "other"
}

extension DailyCount {
  /// A day, a phase, a variant, a placement, a platform, a version of the app, an event and a count.
  package init(
    _ row: some LedgerRow, of experiment: String, in environment: AppStoreEnvironment
  ) throws {
    let (variant, placement) = (try row.required(2), try row.required(3))
    self.init(
      Key(
        day: row.int(0), environment: environment, experiment: experiment, phase: row.int(1),
        variant: variant.isEmpty ? nil : variant, placement: placement.isEmpty ? nil : placement,
        device: CountedDevice(platform: try row.plain(4), appVersion: try row.plain(5)),
        event: CountedEvent(rawValue: try row.plain(6))), row.int(7))
  }
}

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
