package import PaywallCatalog
import PaywallTextCoding

/// A placement with its experiments. A class, so that a decision copies none of it.
package final class CompiledPlacement: Sendable {
  package let id: String
  /// Sorted by id, so that the order of files does not matter.
  package let experiments: [CompiledExperiment]
  /// Experiments that may enrol visitors at some time.
  let startable: [CompiledExperiment]
  /// Experiments that can have a winner, the latest end first.
  let winners: [CompiledExperiment]
  package let rules: [CompiledRule]
  package let `default`: Show
  let needsRecords: Bool
  /// The moments at which a schedule or a traffic here changes, sorted.
  private let changes: [Timestamp]

  init(
    _ placement: Placement, experiments: [CompiledExperiment], rules: [CompiledRule]
  ) {
    id = placement.id
    self.experiments = experiments
    startable = experiments.filter { $0.status == .running }
    winners = experiments.filter { $0.winner != nil }
      .sortedByIndex { WinnerRank($0.id, $0.schedule) < WinnerRank($1.id, $1.schedule) }
    self.rules = rules
    `default` = placement.default
    let live = experiments.filter { $0.status != .draft && $0.status != .archived }
    needsRecords = live.contains { $0.status != .stopped || $0.keepsAfterEnd }
    let moments =
      experiments.flatMap { $0.status.changes(in: $0.schedule, $0.traffic) }
      + rules.flatMap { [$0.window.start, $0.window.end].compactMap { $0 } }
    changes = Set(moments).sortedByIndex(<)
  }

  /// The first moment after `now` at which a schedule could change an answer here.
  func nextChange(after now: Timestamp) -> Timestamp? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] > now { high = middle } else { low = middle + 1 }
    }
    return low < changes.count ? changes[low] : nil
  }
}

/// A rule of a placement.
package struct CompiledRule: Sendable {
  let window: TimeWindow
  /// `nil` is everyone.
  let audience: CompiledCondition?
  package let show: Show
}
