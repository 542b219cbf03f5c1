import Catalog

/// A placement with the experiments that stand there. A reference, so that a decision copies none
/// of it.
final class CompiledPlacement: Sendable {
  let id: String
  /// By id, so that the order of files does not matter.
  let experiments: [CompiledExperiment]
  /// Those of them that may take visitors at some moment.
  let startable: [CompiledExperiment]
  /// Those that can have a winner, the latest end first.
  let winners: [CompiledExperiment]
  let rules: [CompiledRule]
  let `default`: Show
  let needsSubscriber: Bool
  let needsRecords: Bool
  /// Every moment at which a schedule here begins or ends, in order.
  private let changes: [Timestamp]

  init(
    _ placement: Placement, experiments: [CompiledExperiment], rules: [CompiledRule],
    hasOffers: (Show) -> Bool
  ) {
    id = placement.id
    self.experiments = experiments
    startable = experiments.filter { $0.status == .running }
    winners = experiments.filter { $0.winner != nil }.sorted(by: Self.endsLater)
    self.rules = rules
    `default` = placement.default
    let live = experiments.filter { $0.status != .draft && $0.status != .archived }
    needsRecords = live.contains { $0.status != .stopped || $0.keepsAfterEnd }
    let shows =
      live.flatMap { $0.variants.compactMap(\.show) } + rules.map(\.show) + [placement.default]
    let conditions = live.map(\.audience) + rules.map(\.audience)
    needsSubscriber =
      conditions.contains { $0?.needsLedger ?? false } || shows.contains(where: hasOffers)
    changes = Self.sorted(
      experiments.flatMap(\.changes)
        + rules.flatMap { [$0.window.start, $0.window.end].compactMap { $0 } })
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

  private static func sorted(_ moments: [Timestamp]) -> [Timestamp] { Set(moments).sorted() }

  /// One without an end was stopped by hand, at a moment that is not written; it goes first. Then
  /// the later start, then the id.
  private static func endsLater(_ left: CompiledExperiment, _ right: CompiledExperiment) -> Bool {
    let latest = Timestamp(milliseconds: .max)
    let earliest = Timestamp(milliseconds: .min)
    let ends = (left.schedule.end ?? latest, right.schedule.end ?? latest)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    let starts = (left.schedule.start ?? earliest, right.schedule.start ?? earliest)
    if starts.0 != starts.1 { return starts.0 > starts.1 }
    return ExactText(left.id) < ExactText(right.id)
  }
}

/// A rule of a placement.
struct CompiledRule: Sendable {
  let window: TimeWindow
  /// `nil` is everyone.
  let audience: CompiledCondition?
  let show: Show
}
