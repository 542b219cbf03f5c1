import Catalog
import Decisions

extension BreachRule {
  /// Less traffic takes the variant from assigned visitors who are not recorded yet, and keeps
  /// those who came early: results would be biased.
  static let traffic = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileOpen,
      after.traffic < change.before.traffic
    else { return [] }
    return [
      Breach(
        .trafficShrunk, file: change.file, keys: ["traffic"],
        "traffic of '\(change.id)' shrinks from \(change.before.traffic) to \(after.traffic): "
          + "visitors would leave their variant",
        help: "put \(change.before.traffic) back, it may only grow; to stop enrolling, use "
          + "`paywall experiment stop \(change.id) --after keep`")
    ]
  }

  /// The end of a slice may grow into free space; its start is frozen.
  static let slice = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileOpen, change.before.layer != nil,
      after.slice.end < change.before.slice.end
    else { return [] }
    let ends = [change.before, after].map { "\($0.slice)" }
    return [
      Breach(
        .sliceShrunk, file: change.file, keys: ["slice"],
        "the slice of '\(change.id)' shrinks from \(ends[0]) to \(ends[1]): visitors would leave "
          + "their variant",
        help:
          "put \(ends[0]) back, its end may only grow; to give the place to another experiment, "
          + "end this one with `paywall experiment stop \(change.id) --after keep`")
    ]
  }
}

extension ExperimentTransition {
  /// The same phase continues to assign visitors, now or after a pause.
  fileprivate var isFrozenWhileOpen: Bool {
    hasStarted && isSamePhase
      && (nextStage == .running || nextStage == .paused || nextStage == .scheduled)
  }
}
