import PaywallCatalog
import PaywallDecisions

extension BreachRule {
  /// An exposure has the time of the device, and counts from the start of the phase: an earlier
  /// start would count claims from before the first assignment.
  static let starts = BreachRule { change in
    guard let after = change.after, change.hasStarted, change.nextStage != .draft,
      change.nextStage != .archived, let start = change.was.start, start <= change.now,
      after.schedule.start.map({ $0 < start }) ?? true, after.phase >= change.was.phase
    else { return [] }
    let (id, began) = (change.id, after.schedule.start.words(or: "without a start"))
    if change.isSamePhase {
      return [
        Breach(
          .scheduleChanged, file: change.file, keys: ["schedule", "start"],
          "'\(id)' is said to have started \(began) instead of \(start.words): exposures from before "
            + "its first assignment would count",
          help: "put \(start.words) back; " + change.restart("begin again"),
          changes: [FrozenChange("schedule", was: change.was, is: after)])
      ]
    }
    return [
      Breach(
        .scheduleChanged, file: change.file, keys: ["schedule", "start"],
        "phase \(after.phase) of '\(id)' starts \(began), and phase \(change.was.phase) started "
          + "\(start.words): exposures from before its first assignment would count",
        help: "let it start when phase \(change.was.phase) has ended; "
          + "'paywall experiment restart \(id)' writes the moment")
    ]
  }
}
