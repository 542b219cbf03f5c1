import Catalog
import Synchronization

/// Something that is made from a release once, not per request; of the last release only.
final class PerRelease<Value: Sendable>: Sendable {
  private let last = Mutex<(release: PreparedRelease, value: Value)?>(nil)
  private let make: @Sendable (PreparedRelease) -> Value

  init(_ make: @escaping @Sendable (PreparedRelease) -> Value) { self.make = make }

  func value(for release: PreparedRelease) -> Value {
    last.withLock { last in
      if let last, last.release === release { return last.value }
      let value = make(release)
      last = (release, value)
      return value
    }
  }
}

extension PreparedRelease {
  /// Placements that have one thing to show: no rules, and no experiment that is or was live.
  var plainPlacements: Set<String> {
    var plain = Set(snapshot.placements.filter { $0.value.rules.isEmpty }.keys)
    for experiment in snapshot.experiments.values
    where experiment.status != .draft && experiment.status != .archived {
      plain.subtract(experiment.placements)
    }
    return plain
  }

  /// By its bytes.
  func hasPlacement(_ name: String) -> Bool {
    snapshot.placements[name].map { $0.id.utf8.elementsEqual(name.utf8) } ?? false
  }
}
