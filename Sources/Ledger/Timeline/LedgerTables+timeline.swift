package import PaywallCatalog
import PaywallTextCoding
package import Serving

/// The rows of the timeline, and how an override replaces the terms of a phase.
package protocol TimelineTables {
  func timeline() throws -> Timeline
  /// Adds a release unless it is here; the first time stays.
  mutating func add(_ release: TimelineRelease) throws
  /// Adds an event of a release that is here.
  mutating func add(_ event: TimelineEvent) throws
  /// Replaces the terms of a phase that has some; when it was first enrolled stays.
  mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms) throws
}

extension LedgerTables {
  /// Adds what differs from the last known state to the timeline.
  package mutating func record(_ served: ServedRelease, at now: Timestamp) throws {
    let timeline = try timeline()
    let known = timeline.phases
    let states = Dictionary(
      known.map { (PhaseName($0), $0) }, uniquingKeysWith: { first, _ in first })
    let isKnown = timeline.releases.contains { $0.release.hasSameUTF8(as: served.release) }
    if !isKnown {
      try add(TimelineRelease(release: served.release, firstServedAt: now))
    } else if timeline.release?.hasSameUTF8(as: served.release) != true {
      try add(TimelineEvent(.release, served.release, at: now, release: served.release))
    }
    if timeline.holdout != served.holdout {
      try add(TimelineEvent(.holdout, served.holdout, at: now, release: served.release))
    }
    for phase in served.phases.sorted(by: { PhaseName($0) < PhaseName($1) }) {
      let before = states[PhaseName(phase)]
      // A draft was shown to no visitor.
      guard before != nil || phase.status != .draft else { continue }
      try add(phase, after: before, at: now, release: served.release)
      try replaceTerms(by: phase, after: before)
    }
    let present = Set(served.phases.map(PhaseName.init))
    let last = Dictionary(
      served.phases.map { (PhaseName($0).experiment, $0.phase) }, uniquingKeysWith: max)
    for gone in known where !gone.isGone && !present.contains(PhaseName(gone)) {
      let later = last[PhaseName(gone).experiment].map { $0 > gone.phase } ?? false
      let status = later ? PhaseState.restarted : PhaseState.removed
      try add(
        PhaseState(experiment: gone.experiment, phase: gone.phase, parts: [.status: status]),
        after: gone, at: now, release: served.release)
    }
  }

  private mutating func add(
    _ state: PhaseState, after before: PhaseState?, at now: Timestamp, release: String
  ) throws {
    try noteWebhook(WebhookEvent(from: before, to: state, release: release, at: now), at: now)
    for part in PhaseState.Part.allCases {
      guard let value = state.parts[part], value != before?.parts[part] else { continue }
      try add(
        TimelineEvent(
          .phase(experiment: state.experiment, number: state.phase, part), value, at: now,
          release: release))
    }
  }

  /// Replaces the terms of future enrolments by those that a new override allows.
  private mutating func replaceTerms(by state: PhaseState, after before: PhaseState?) throws {
    guard let allowed = state.parts[.override], !allowed.isEmpty,
      allowed != before?.parts[.override],
      let terms = state.terms, !terms.terms.isEmpty,
      let kept = try termsText(of: state.experiment, phase: state.phase),
      let earlier = FrozenTerms(text: kept), !terms.differences(from: earlier).isEmpty
    else { return }
    try replaceTerms(of: state.experiment, phase: state.phase, with: terms)
  }
}
