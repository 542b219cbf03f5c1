package import PaywallCatalog
package import Serving

// A roll-out that the files take back, as a revert of its commit does: the phase has ended and stays
// ended, its winner is shown no more, and visitors see what the files say.
extension ExperimentTransition {
  /// The phase ended with a winner, and the file, which no longer names one, would let it go on.
  var takesBackWinner: Bool {
    guard isSamePhase, !was.isGone, was.winner != nil, after?.shownWinner == nil else {
      return false
    }
    switch (stage, nextStage) {
    case (.ended, .running), (.ended, .paused), (.ended, .scheduled), (.archived, .running),
      (.archived, .paused), (.archived, .scheduled):
      return true
    default: return false
    }
  }

  func staysEnded(_ after: Experiment) -> Breach {
    let recorded =
      after.keepsAfterEnd ? "recorded visitors keep their variant" : "no visitor keeps a variant"
    let end = was.end.map { " and 'until: \($0.rfc3339)'" } ?? " and when it ended, in 'until'"
    return Breach(
      .staysEnded, .warning, file: file, keys: ["status"],
      "'\(id)' ended with the winner '\(was.winner ?? "")' and stays ended in phase \(after.phase): "
        + "its winner is shown no more, no visitor enters, \(recorded), and all others get the "
        + "rules of the placement",
      help: "write what servers do: 'status: stopped'\(end); "
        + restart("begin again"),
      changes: [FrozenChange("schedule", was: was, is: after)])
  }
}

extension Snapshot {
  /// Ends again what these phases ended, where files only take the winner back.
  ///
  /// - Parameter decided: phases as they were when they had ended with a winner.
  /// - Returns: the snapshot to serve, and a warning for each such experiment.
  package func keepingEnded(
    _ decided: [PhaseState], at now: Timestamp
  ) -> (snapshot: Snapshot, warnings: [Breach]) {
    var settled = self
    var warnings: [Breach] = []
    for phase in decided {
      let change = ExperimentTransition(phase, to: settled, at: now, enrolled: { _ in nil })
      // A change that an override allows goes on.
      guard change.takesBackWinner,
        let warning = change.breaches.first(where: { $0.code == .staysEnded })
      else { continue }
      warnings.append(warning)
      settled.experiments[phase.experiment]?.end(as: phase)
    }
    return (settled, warnings)
  }

  /// Its phases that have ended with a winner.
  package func decidedPhases(at now: Timestamp) -> [PhaseState] {
    experiments.values.map { $0.state(in: self) }.filter { $0.isDecided(at: now) }
  }
}

extension PhaseState {
  /// The winner that all of the audience sees once it has ended.
  var winner: String? {
    parts[.after].flatMap { $0.hasPrefix("winner ") ? String($0.dropFirst(7)) : nil }
  }

  /// It has ended with a winner.
  package func isDecided(at now: Timestamp) -> Bool {
    guard winner != nil, !isGone else { return false }
    let stage = stage(at: now)
    return stage == .ended || stage == .archived
  }
}

extension Experiment {
  /// The winner that all of the audience sees once it has ended; `nil` if none is named.
  package var shownWinner: String? { after == .winner && !keepsAfterEnd ? winner : nil }

  fileprivate mutating func end(as phase: PhaseState) {
    status = .stopped
    schedule = TimeWindow(start: schedule.start, end: phase.end ?? schedule.end)
  }
}
