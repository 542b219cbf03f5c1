import PaywallCatalog
import Serving

/// An experiment with visitors, before and after a change.
struct ExperimentTransition {
  /// The configuration before; `nil` if only what the ledger kept of it is known.
  let base: Snapshot?
  let head: Snapshot
  let now: Timestamp
  let was: PhaseState
  /// The experiment in `base`.
  let before: Experiment?
  /// `nil` if its file is missing.
  let after: Experiment?
  /// `nil` is unknown.
  let stage: Stage?
  let nextStage: Stage?
  /// The ledger has recorded visitors of the phase.
  let isRecorded: Bool
  /// The share of traffic by which the phase last enrolled visitors; `nil` is unknown.
  var enrolled: BasisPoints? { enrolledShare(was) }
  private var enrolledShare: EnrolledShare

  init(
    _ before: Experiment, from base: Snapshot, to head: Snapshot, at now: Timestamp,
    enrolled: @escaping EnrolledShare = { _ in nil }
  ) {
    self.init(
      before.state(in: base), before, from: base, to: head, isRecorded: false, at: now, enrolled)
  }

  /// Compares the ledger's state of a phase with recorded visitors.
  init(_ was: PhaseState, to head: Snapshot, at now: Timestamp, enrolled: @escaping EnrolledShare) {
    self.init(was, nil, from: nil, to: head, isRecorded: true, at: now, enrolled)
  }

  private init(
    _ was: PhaseState, _ before: Experiment?, from base: Snapshot?, to head: Snapshot,
    isRecorded: Bool, at now: Timestamp, _ enrolled: @escaping EnrolledShare
  ) {
    self.base = base
    self.head = head
    self.now = now
    self.was = was
    self.before = before
    self.isRecorded = isRecorded
    enrolledShare = enrolled
    after = head.experiments[was.experiment]
    stage = was.stage(at: now)
    nextStage = after?.stage(at: now)
  }

  /// The transition without the facts of a timeline.
  var asFilesTell: ExperimentTransition {
    var transition = self
    transition.enrolledShare = { _ in nil }
    return transition
  }

  /// A breach in the file of the experiment.
  func breach(
    _ code: Breach.Code, as severity: Breach.Severity = .error, keys: [String] = [],
    _ message: String, help: String, changes: [FrozenChange] = []
  ) -> [Breach] {
    [Breach(code, severity, file: file, keys: keys, message, help: help, changes: changes)]
  }

  var id: String { was.experiment }
  var file: String { ConfigurationPath.experiment(id) }

  /// Visitors are assigned, or would be again after a pause.
  var isLive: Bool { stage == .running || stage == .paused }

  /// Visitors may have been assigned in the phase before the change.
  var hasStarted: Bool { isLive || stage == .ended || stage == .archived || isRecorded }

  /// The phase stays the same.
  var isSamePhase: Bool { after?.phase == was.phase }

  /// Recorded visitors keep a variant without new assignments: of an ended experiment, or of an
  /// earlier phase.
  var isKept: Bool {
    guard let stage, was.keepsAfterEnd == true else { return false }
    return stage == .ended
      || stage != .draft && stage != .archived && was.phase > 1 && was.excludesEarlierPhases == true
  }

  /// Visitors of the phase before the new one keep their variant.
  var isKeptInNewPhase: Bool {
    guard let after, let nextStage else { return false }
    return after.keepsAfterEnd && after.phase > 1 && after.excludeEarlierPhases
      && nextStage != .draft && nextStage != .archived
  }

  func restart(_ why: String) -> String {
    "\(why) with 'paywall experiment restart \(id)', which opens the next phase with a new seed"
  }
}

extension Experiment {
  /// Recorded visitors keep their variant once it has ended; a winner that is not named is as
  /// `keep` (DecisionRules.md § 2).
  var keepsAfterEnd: Bool {
    after == .keep || after == .winner && winner.flatMap(variant(named:)) == nil
  }
}
