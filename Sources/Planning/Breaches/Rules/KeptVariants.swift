import PaywallCatalog
import Serving

extension BreachRule {
  /// The variants that recorded visitors see during a pause, after the end, and after a phase.
  static let keptVariants = BreachRule { change in
    guard let after = change.after else { return [] }
    let kept = change.before.map { before in
      change.whilePaused(before, after) + change.afterEnd(before, after)
        + change.winner(before, after)
    }
    return (kept ?? []) + change.earlierPhases(after)
  }
}

extension ExperimentTransition {
  private func note(_ key: String, _ message: String, help: String) -> [Breach] {
    breach(.keptChanged, as: .warning, keys: [key], message, help: help)
  }

  fileprivate func whilePaused(_ before: Experiment, _ after: Experiment) -> [Breach] {
    guard stage == .paused, nextStage == .paused, before.whilePaused != after.whilePaused else {
      return []
    }
    let words = after.whilePaused == .keep ? "see their variant again" : "see control from now on"
    return note(
      "whilePaused", "'\(id)' is paused, and its recorded visitors \(words)",
      help: "put 'whilePaused: \(before.whilePaused.rawValue)' back unless that is meant")
  }

  fileprivate func afterEnd(_ before: Experiment, _ after: Experiment) -> [Breach] {
    guard stage == .ended, nextStage == .ended, before.after != after.after else { return [] }
    let words =
      switch (before.keepsAfterEnd, after.keepsAfterEnd) {
      case (true, false): "its recorded visitors no longer keep their variant"
      case (false, true): "its recorded visitors get their variant back"
      default: "who sees what of it changes"
      }
    return note(
      "after",
      "'\(id)' has ended, and with 'after: \(after.after.rawValue)' instead of "
        + "'\(before.after.rawValue)' \(words)",
      help: "put 'after: \(before.after.rawValue)' back unless that is meant")
  }

  fileprivate func winner(_ before: Experiment, _ after: Experiment) -> [Breach] {
    guard stage == .ended, nextStage == .ended, before.after == .winner, after.after == .winner,
      before.winner != after.winner
    else { return [] }
    return note(
      "winner",
      "'\(id)' has ended, and its audience gets \(after.winner.map { "'\($0)'" } ?? "no winner") "
        + "instead of \(before.winner.map { "'\($0)'" } ?? "no winner")",
      help: "put the old winner back unless that is meant")
  }

  fileprivate func earlierPhases(_ after: Experiment) -> [Breach] {
    guard was.phase > 1, hasStarted, isSamePhase, nextStage != .draft, nextStage != .archived,
      let excluded = was.excludesEarlierPhases, excluded != after.excludeEarlierPhases
    else { return [] }
    if isLive, nextStage != .ended, !after.excludeEarlierPhases {
      return breach(
        .keptChanged, keys: ["excludeEarlierPhases"],
        "'\(id)' is in phase \(after.phase), and visitors of earlier phases would be re-assigned",
        help: "put 'excludeEarlierPhases: true' back; to draw them again, say it with the next "
          + "'paywall experiment restart \(id)'",
        changes: [FrozenChange("excludeEarlierPhases", was: "true", is: "false")])
    }
    let words =
      after.excludeEarlierPhases
      ? "visitors of earlier phases leave it, and get the variant of 'after'"
      : "visitors of earlier phases lose what they kept"
    return note(
      "excludeEarlierPhases", "'\(id)' is in phase \(after.phase), and \(words)",
      help: "put 'excludeEarlierPhases: \(excluded)' back unless that is meant")
  }
}
