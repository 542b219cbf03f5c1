import Catalog
import Decisions

extension BreachRule {
  /// An exposure has the time of the device, and counts from the start of the phase: an earlier
  /// start would count claims from before the first assignment.
  static let starts = BreachRule { change in
    guard let after = change.after, change.hasStarted, change.nextStage != .draft,
      change.nextStage != .archived, let start = change.before.schedule.start, start <= change.now,
      after.schedule.start.map({ $0 < start }) ?? true, after.phase >= change.before.phase
    else { return [] }
    let (id, began) = (change.id, after.schedule.start.words(or: "without a start"))
    if change.isSamePhase {
      return [
        Breach(
          .scheduleChanged, file: change.file, keys: ["schedule", "start"],
          "'\(id)' is said to have started \(began) instead of \(start.words): exposures from before "
            + "its first assignment would count",
          help: "put \(start.words) back; " + change.restart("begin again"))
      ]
    }
    return [
      Breach(
        .scheduleChanged, file: change.file, keys: ["schedule", "start"],
        "phase \(after.phase) of '\(id)' starts \(began), and phase \(change.before.phase) started "
          + "\(start.words): exposures from before its first assignment would count",
        help: "let it start when phase \(change.before.phase) has ended; "
          + "`paywall experiment restart \(id)` writes the moment")
    ]
  }
}
