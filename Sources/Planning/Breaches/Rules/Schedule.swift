import PaywallCatalog
import Serving

extension BreachRule {
  /// A later start takes the variant from every visitor. An ended experiment must not continue in
  /// the same phase. Other changes are warnings, because results depend on them.
  static let schedule = BreachRule { change in
    guard let after = change.after, change.hasStarted, change.isSamePhase else { return [] }
    let id = change.id
    switch (change.stage, change.nextStage) {
    case (.paused, .scheduled) where !change.hasBegun: return []
    case (.running, .scheduled), (.paused, .scheduled),
      (.paused, .paused) where change.hasBegun && change.wouldWait(after):
      let start = after.schedule.start
      return change.breach(
        .scheduleChanged, keys: ["from"],
        "'\(id)' has started and would wait for \(start.words(or: "its start")): visitors would "
          + "lose their variant until then",
        help: "put \(change.was.start.words(or: "the start")) back; to interrupt it, "
          + "use 'paywall experiment pause \(id)'",
        changes: [FrozenChange("schedule", was: change.was, is: after)])
    case (.ended, .running), (.ended, .paused), (.ended, .scheduled), (.archived, .running),
      (.archived, .paused), (.archived, .scheduled):
      if change.takesBackWinner { return [change.staysEnded(after)] }
      return change.breach(
        .scheduleChanged,
        keys: after.schedule.end == change.was.end
          ? ["status"] : ["until"],
        "'\(id)' has ended and cannot take visitors again in phase \(after.phase): results were "
          + "read as final, and how it draws may have changed since",
        help: (change.nextStage == .scheduled ? "put its start or end back, then " : "")
          + change.restart("begin again"),
        changes: [FrozenChange("schedule", was: change.was, is: after)])
    case (.running, .ended) where after.status == .running,
      (.paused, .ended) where after.status == .paused:
      return change.note(
        ["until"],
        "'\(id)' ends at once: its end \(after.schedule.end.words(or: "")) has passed",
        help: "'paywall experiment stop \(id) --after keep' sets what recorded visitors get")
    case (.running, .running), (.paused, .paused):
      return change.endsEarlier(after)
    default: return []
    }
  }
}

extension ExperimentTransition {
  fileprivate func note(_ keys: [String], _ message: String, help: String) -> [Breach] {
    breach(.scheduleChanged, as: .warning, keys: keys, message, help: help)
  }

  /// A pause before the start has no visitors to lose.
  fileprivate var hasBegun: Bool { isRecorded || was.start.map { $0 <= now } ?? true }

  /// The start is put off, to a time to come.
  fileprivate func wouldWait(_ after: Experiment) -> Bool {
    guard let start = after.schedule.start, start > now else { return false }
    return start != was.start
  }

  fileprivate func endsEarlier(_ after: Experiment) -> [Breach] {
    let ends = [was.end, after.schedule.end]
    guard let end = ends[1], ends[0].map({ end < $0 }) ?? true else { return [] }
    return note(
      ["until"],
      "'\(id)' ends \(end.words) instead of \(ends[0].words(or: "never")): it may end before its "
        + "result is certain",
      help: "ask 'paywall simulate \(id)' how many days it takes")
  }
}
