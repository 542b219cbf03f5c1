import PaywallCatalog
import Serving

extension BreachRule {
  /// An exposure has the time of the device, and counts from the start of the phase: an earlier
  /// start would count claims from before the first assignment, and a later one would drop
  /// exposures of visitors who saw a variant.
  static let starts = BreachRule { change in
    guard let after = change.after, change.hasStarted, change.nextStage != .draft,
      change.nextStage != .archived
    else { return [] }
    return change.startsEarlier(after) + change.startsLater(after)
  }
}

extension ExperimentTransition {
  fileprivate func startsEarlier(_ after: Experiment) -> [Breach] {
    guard let start = was.start, start <= now, after.schedule.start.map({ $0 < start }) ?? true,
      after.phase >= was.phase
    else { return [] }
    let began = after.schedule.start.words(or: "without a start")
    if isSamePhase {
      return movedStart(
        after, "exposures from before its first assignment would count", back: start.words)
    }
    return breach(
      .scheduleChanged, keys: ["from"],
      "phase \(after.phase) of '\(id)' starts \(began), and phase \(was.phase) started "
        + "\(start.words): exposures from before its first assignment would count",
      help: "let it start when phase \(was.phase) has ended; "
        + "'paywall experiment restart \(id)' writes the moment")
  }

  /// A start that is still to come is judged by `schedule`.
  fileprivate func startsLater(_ after: Experiment) -> [Breach] {
    guard isSamePhase, nextStage != .scheduled, stage != .archived, was.parts[.start] != nil,
      let start = after.schedule.start, start <= now || nextStage == .ended,
      was.start.map({ $0 < start }) ?? true
    else { return [] }
    return movedStart(
      after, "exposures from before that would no longer count",
      back: was.start.words(or: "no start"))
  }

  private func movedStart(_ after: Experiment, _ effect: String, back: String) -> [Breach] {
    breach(
      .scheduleChanged, keys: ["from"],
      "'\(id)' is said to have started \(after.schedule.start.words(or: "without a start")) "
        + "instead of \(was.start.words(or: "without a start")): \(effect)",
      help: "put \(back) back; " + restart("begin again"),
      changes: [FrozenChange("schedule", was: was, is: after)])
  }
}
