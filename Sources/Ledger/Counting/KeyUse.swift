import PaywallCatalog

/// How many requests a key made on a UTC day.
///
/// It is kept as a daily count of an experiment that no configuration can have, so that it is
/// written, sent again, exported and restored as those are.
package struct KeyUse: Hashable, Sendable {
  package var name: String
  /// The first 16 digits of the key's digest: another key of the same name is counted apart.
  package var digest: String
  /// Days since 1970-01-01, UTC.
  package var day: Int
  package var requests: Int

  package init(name: String, digest: String, day: Int, requests: Int) {
    self.name = name
    self.digest = digest
    self.day = day
    self.requests = requests
  }
}

extension KeyUse {
  /// No experiment's name contains a slash.
  package static let experiment = "/keys"
  private static let used = CountedEvent(rawValue: "used")

  package var key: DailyCount.Key {
    DailyCount.Key(
      day: day, environment: .production, experiment: Self.experiment, phase: 0, variant: name,
      placement: digest, device: CountedDevice(), event: Self.used)
  }

  /// Returns the uses of keys among the counts of `experiment`.
  package static func all(in counts: [DailyCount]) -> [KeyUse] {
    counts.compactMap { count in
      guard let name = count.key.variant, let digest = count.key.placement else { return nil }
      return KeyUse(name: name, digest: digest, day: count.key.day, requests: count.count)
    }
  }
}
