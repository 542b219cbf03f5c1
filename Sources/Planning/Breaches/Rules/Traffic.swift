import PaywallCatalog
import PaywallDecisions

extension BreachRule {
  /// Less traffic takes the variant from assigned visitors who are not recorded yet, and keeps
  /// those who came early: results would be biased.
  static let traffic = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileOpen, let was = change.was.traffic,
      let share = change.was.traffic(at: change.now)
    else { return [] }
    let changes = [FrozenChange("traffic", was: "\(was)", is: "\(after.traffic)")]
    let now = after.traffic(at: change.now)
    if now < share {
      return [
        Breach(
          .trafficShrunk, file: change.file, keys: ["traffic"],
          "traffic of '\(change.id)' shrinks from \(share) to \(now): "
            + "visitors would leave their variant",
          help: "put \(share) back, it may only grow; to stop enrolling, use "
            + "'paywall experiment stop \(change.id) --after keep'",
          changes: changes)
      ]
    }
    guard let lost = was.passedStep(at: change.now, missingFrom: after.traffic) else { return [] }
    return [
      Breach(
        .trafficShrunk, file: change.file, keys: ["traffic"],
        "the step of '\(change.id)' to \(lost.share) at \(lost.from.words) has passed, and is not "
          + "in its traffic any more: who entered since then would not be told apart",
        help: "put the step back; only steps to come may change", changes: changes)
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
          + "end this one with 'paywall experiment stop \(change.id) --after keep'",
        changes: [FrozenChange("slice", was: ends[0], is: ends[1])])
    ]
  }
}

extension Traffic {
  /// A step that has been in effect, and that other steps do not have. One share in place of all
  /// steps hides none: it says that they are done.
  fileprivate func passedStep(at now: Timestamp, missingFrom other: Traffic) -> Step? {
    guard !other.steps.isEmpty else { return nil }
    return steps.first { $0.from <= now && !other.steps.contains($0) }
  }
}

extension ExperimentTransition {
  /// The same phase continues to assign visitors, now or after a pause.
  fileprivate var isFrozenWhileOpen: Bool {
    hasStarted && isSamePhase
      && (nextStage == .running || nextStage == .paused || nextStage == .scheduled)
  }
}
