import Catalog
import Decisions

extension BreachRule {
  /// Recorded visitors lose their variant when the file is deleted, or the experiment goes back to
  /// `draft`.
  static let removal = BreachRule { change in
    guard let after = change.after else { return change.fileGone }
    switch (change.stage, change.nextStage) {
    case (.running, .draft), (.paused, .draft), (.ended, .draft):
      return [
        change.status(
          .error,
          "'\(change.id)' has started and cannot go back to draft: recorded visitors would "
            + "lose their variant",
          help: "pause it with `paywall experiment pause \(change.id)`, or end it with "
            + "`paywall experiment stop \(change.id) --after keep`", to: after)
      ]
    case (.archived, .draft) where change.isSamePhase:
      return [
        change.status(
          .error,
          "'\(change.id)' was in phase \(after.phase) before and cannot begin it again as a draft",
          help: change.restart("begin again"), to: after)
      ]
    case (.running, .archived), (.paused, .archived):
      return [
        change.status(
          .error,
          "'\(change.id)' has not ended and cannot be archived: recorded visitors would "
            + "lose their variant",
          help: "end it first with `paywall experiment stop \(change.id) --after keep`", to: after)
      ]
    case (.ended, .archived) where change.isKept:
      return [
        change.status(
          .warning,
          "once '\(change.id)' is archived, recorded visitors no longer keep their variant",
          help: "leave it stopped for as long as what they were shown should stay")
      ]
    default: return []
    }
  }
}

extension ExperimentTransition {
  fileprivate func status(
    _ severity: Breach.Severity, _ message: String, help: String, to after: Experiment? = nil
  ) -> Breach {
    Breach(
      .runningRemoved, severity, file: file, keys: ["status"], message, help: help,
      changes: after.map { FrozenChange("status", was: was, is: $0) })
  }

  fileprivate var fileGone: [Breach] {
    if isLive, let stage {
      return [
        Breach(
          .runningRemoved, file: file,
          "'\(id)' is \(stage.rawValue) and its file is gone: recorded visitors would lose their "
            + "variant",
          help: "put the file back and end it with `paywall experiment stop \(id) --after keep`")
      ]
    }
    guard isKept else { return [] }
    return [
      Breach(
        .runningRemoved, file: file,
        "recorded visitors still keep a variant of '\(id)', and its file is gone",
        help: "put the file back; when they may lose it, `paywall experiment archive \(id)` first")
    ]
  }
}
