import Ledger
import PaywallCatalog
import Planning
import Serving

extension Timeline {
  /// The phases that had ended with a winner, each as it was then. One that went on afterwards, which
  /// takes an override, is not among them.
  func decidedPhases(at now: Timestamp) -> [PhaseState] {
    var history = DecisionHistory()
    var served: [TimelineEvent] = []
    for event in events {
      if let first = served.first, first.at != event.at || first.release != event.release {
        history.apply(served)
        served = []
      }
      served.append(event)
    }
    history.apply(served)
    return history.decided(at: now)
  }
}

/// The phases of a timeline while its releases are followed, one after another.
private struct DecisionHistory {
  private var states: [PhaseName: PhaseState] = [:]
  private var decided: [PhaseName: PhaseState] = [:]

  /// The events of one release.
  mutating func apply(_ events: [TimelineEvent]) {
    guard let at = events.first?.at else { return }
    var touched: Set<PhaseName> = []
    for case (let event, .phase(let experiment, let number, let part)) in events.map({
      ($0, $0.subject)
    }) {
      let name = PhaseName(experiment, number)
      // A schedule may have ended it since the release before.
      if touched.insert(name).inserted { note(name, at: at) }
      states[name, default: PhaseState(experiment: experiment, phase: number)].parts[part] =
        event.value
    }
    for name in touched { note(name, at: at) }
  }

  mutating func decided(at now: Timestamp) -> [PhaseState] {
    for name in Array(states.keys) { note(name, at: now) }
    return Array(decided.values)
  }

  private mutating func note(_ name: PhaseName, at moment: Timestamp) {
    guard let state = states[name] else { return }
    if state.isDecided(at: moment) {
      decided[name] = state
    } else if let stage = state.stage(at: moment), stage != .ended, stage != .archived {
      decided[name] = nil
    }
  }
}
