package import Ledger
package import PaywallCatalog
package import Planning
import Serving

/// The ledger's records of phases: their first terms, and the timeline of their service.
package struct KeptPhases: Sendable {
  package var terms: [PhaseTerms]
  package var timeline: Timeline
  /// True if the timeline has every release that was in service.
  package var isComplete = true

  package init(terms: [PhaseTerms] = [], timeline: Timeline = Timeline()) {
    self.terms = terms
    self.timeline = timeline
  }

  package init(of ledger: any Ledger) async throws(LedgerFailure) {
    terms = try await ledger.frozenTerms()
    timeline = try await ledger.timeline()
  }
}

extension KeptPhases {
  /// The last known state of each phase; one with recorded visitors has the terms of the first of
  /// them, and those of placements that have joined since. What the timeline does not have, because
  /// the phase is older, stays unknown.
  var states: [PhaseState] {
    var states = Dictionary(
      timeline.phases.map { (PhaseName($0), $0) }, uniquingKeysWith: { first, _ in first })
    for kept in terms {
      let name = PhaseName(kept.experiment, kept.phase)
      var state = states[name] ?? PhaseState(experiment: kept.experiment, phase: kept.phase)
      state.parts[.terms] = (state.terms.map { kept.terms.joined(by: $0) } ?? kept.terms).text
      states[name] = state
    }
    return Array(states.values)
  }

  private var recorded: [PhaseState] {
    let names = Set(terms.map { PhaseName($0.experiment, $0.phase) })
    return states.filter { names.contains(PhaseName($0)) }
  }

  /// The errors of a configuration for recorded visitors, by the rules of `paywall check --base`.
  package func breaches(by snapshot: Snapshot, at now: Timestamp) -> [Breach] {
    Planning.breaches(
      ofKept: recorded, holdout: timeline.holdout.map { KeptHoldout(Holdout(text: $0)) },
      by: snapshot, at: now, enrolled: enrolledShare(before: now))
  }

  /// Returns the share by which each phase last enrolled. If the timeline does not say, the share
  /// in service counts as if it had never been paused.
  func enrolledShare(before now: Timestamp) -> EnrolledShare {
    {
      let share =
        isComplete
        ? timeline.enrolledShare(of: $0.experiment, phase: $0.phase, before: now) : nil
      return share ?? $0.traffic(at: now)
    }
  }

  /// The same as diagnostics.
  package func contradictions(by snapshot: Snapshot, at now: Timestamp) -> [String] {
    breaches(by: snapshot, at: now).map(\.diagnostic)
  }
}

extension ServedRelease {
  package init(_ snapshot: Snapshot) {
    self.init(
      release: snapshot.release,
      phases: snapshot.experiments.values.map { $0.state(in: snapshot) },
      holdout: snapshot.holdout.map { "\($0.share) \($0.seed)" } ?? "")
  }
}

extension Holdout {
  /// `5% 4be01a77`.
  fileprivate init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let share = BasisPoints(percent: words[0]) else { return nil }
    self.init(share: share, seed: String(words[1]))
  }
}

extension Breach {
  /// As `paywall check` prints it without the line. One code for all that a reload may not change,
  /// which scripts rely on.
  package var diagnostic: String {
    let code = self.code == .phaseReused ? self.code : .frozenChanged
    return "\(file): \(severity.rawValue): [\(code.rawValue)] \(message)\n  help: \(help)"
  }
}
