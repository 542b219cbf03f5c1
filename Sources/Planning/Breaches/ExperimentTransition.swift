import Catalog

/// An experiment with visitors, before and after a change.
struct ExperimentTransition {
  let base: Snapshot
  let head: Snapshot
  let now: Timestamp
  let before: Experiment
  /// `nil` if its file is missing.
  let after: Experiment?
  let stage: Stage
  let nextStage: Stage?

  init(_ before: Experiment, from base: Snapshot, to head: Snapshot, at now: Timestamp) {
    self.base = base
    self.head = head
    self.now = now
    self.before = before
    after = head.experiments[before.id]
    stage = before.stage(at: now)
    nextStage = after?.stage(at: now)
  }

  var id: String { before.id }
  var file: String { ConfigurationPath.experiment(before.id) }

  /// Visitors are assigned, or would be again after a pause.
  var isLive: Bool { stage == .running || stage == .paused }

  /// Visitors may have been assigned in the phase of `before`.
  var hasStarted: Bool { isLive || stage == .ended || stage == .archived }

  /// The phase stays the same.
  var isSamePhase: Bool { after?.phase == before.phase }

  /// Recorded visitors keep a variant without new assignments: of an ended experiment, or of an
  /// earlier phase.
  var isKept: Bool {
    guard before.keepsAfterEnd else { return false }
    return stage == .ended || stage != .draft && stage != .archived && isOneOfMany(before)
  }

  /// Visitors of the phase before the new one keep their variant.
  var isKeptInNewPhase: Bool {
    guard let after, let nextStage else { return false }
    return after.keepsAfterEnd && isOneOfMany(after) && nextStage != .draft
      && nextStage != .archived
  }

  private func isOneOfMany(_ experiment: Experiment) -> Bool {
    experiment.phase > 1 && experiment.excludeEarlierPhases
  }

  func restart(_ why: String) -> String {
    "\(why) with `paywall experiment restart \(id)`, which opens the next phase with a new seed"
  }
}

extension Experiment {
  /// Whoever is recorded keeps their variant once it has ended; a winner that is not named is as
  /// `keep` (DecisionRules.md § 2).
  var keepsAfterEnd: Bool {
    after == .keep || after == .winner && winner.flatMap(variant(named:)) == nil
  }
}
