import PaywallCatalog
import Serving

extension BreachRule {
  /// Recorded visitors lose their variant when the file is deleted, or the experiment goes back to
  /// `draft`.
  static let removal = BreachRule { change in
    guard let after = change.after else { return change.fileGone }
    switch (change.stage, change.nextStage) {
    case (.running, .draft), (.paused, .draft), (.ended, .draft):
      return change.refusal(
        of: after,
        "'\(change.id)' has started and cannot go back to draft: recorded visitors would "
          + "lose their variant", help: change.insteadOfDraft)
    case (.archived, .draft) where change.isSamePhase:
      return change.refusal(
        of: after,
        "'\(change.id)' was in phase \(after.phase) before and cannot begin it again as a draft",
        help: change.was.isGone
          ? "write 'phase: \(after.phase + 1)' with a new seed, or use another id"
          : change.insteadOfDraft)
    case (.running, .archived), (.paused, .archived):
      return change.refusal(
        of: after,
        "'\(change.id)' has not ended and cannot be archived: recorded visitors would "
          + "lose their variant", help: "\(change.statusBack), then \(change.stop)")
    case (.ended, .archived) where change.isKept:
      return change.breach(
        .runningRemoved, as: .warning, keys: ["status"],
        "once '\(change.id)' is archived, recorded visitors no longer keep their variant",
        help: "leave it stopped for as long as what they were shown should stay")
    default: return []
    }
  }
}

extension ExperimentTransition {
  /// A status that must not be. No other rule judges drafts and archived experiments, so everything
  /// frozen that changes with the status is part of it.
  fileprivate func refusal(of after: Experiment, _ message: String, help: String) -> [Breach] {
    let others = isSamePhase ? was.frozenChanges(to: after.state(in: head)) : []
    let subjects = others.map(\.subject).joined(separator: ", ")
    let more = others.isEmpty ? "" : "; with it change: \(subjects)"
    return breach(
      .runningRemoved, keys: ["status"], message + more, help: help,
      changes: [FrozenChange("status", was: was, is: after)] + others)
  }

  fileprivate var statusBack: String {
    "put 'status: \(was.status?.rawValue ?? ExperimentStatus.running.rawValue)' back"
  }

  fileprivate var stop: String { "end it with 'paywall experiment stop \(id) --after keep'" }

  /// Verbs refuse a draft.
  fileprivate var insteadOfDraft: String {
    switch stage {
    case .running: "\(statusBack), then pause it with 'paywall experiment pause \(id)', or \(stop)"
    case .paused: "\(statusBack), or then \(stop)"
    default: "\(statusBack), then " + restart("begin again")
    }
  }

  fileprivate var fileGone: [Breach] {
    if isLive, let stage {
      return breach(
        .runningRemoved,
        "'\(id)' is \(stage.rawValue) and its file is gone: recorded visitors would lose their "
          + "variant",
        help: "put the file back and \(stop)")
    }
    guard isKept else { return [] }
    return breach(
      .runningRemoved, "recorded visitors still keep a variant of '\(id)', and its file is gone",
      help: "put the file back; when they may lose it, 'paywall experiment archive \(id)' first")
  }
}
