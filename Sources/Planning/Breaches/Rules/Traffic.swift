import PaywallCatalog
import PaywallDecisions

extension BreachRule {
  /// Less traffic takes the variant from assigned visitors who are not recorded yet, and keeps
  /// those who came early: results would be biased.
  static let traffic = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileOpen, let was = change.was.traffic,
      after.traffic < was
    else { return [] }
    return [
      Breach(
        .trafficShrunk, file: change.file, keys: ["traffic"],
        "traffic of '\(change.id)' shrinks from \(was) to \(after.traffic): "
          + "visitors would leave their variant",
        help: "put \(was) back, it may only grow; to stop enrolling, use "
          + "`paywall experiment stop \(change.id) --after keep`",
        changes: [FrozenChange("traffic", was: "\(was)", is: "\(after.traffic)")])
    ]
  }

  /// The end of a slice may grow into free space; its start is frozen.
  static let slice = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileOpen, let was = change.was.slice,
      after.slice.end < was.end
    else { return [] }
    let ends = [was, after.slice].map { "\($0)" }
    return [
      Breach(
        .sliceShrunk, file: change.file, keys: ["slice"],
        "the slice of '\(change.id)' shrinks from \(ends[0]) to \(ends[1]): visitors would leave "
          + "their variant",
        help:
          "put \(ends[0]) back, its end may only grow; to give the place to another experiment, "
          + "end this one with `paywall experiment stop \(change.id) --after keep`",
        changes: [FrozenChange("slice", was: ends[0], is: ends[1])])
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
