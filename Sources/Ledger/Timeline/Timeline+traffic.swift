package import PaywallCatalog
import Serving

extension Timeline {
  /// The share of traffic by which a phase last enrolled visitors before a moment: none if it has
  /// not run yet. A step that passed while it was paused does not count, because no visitor entered
  /// by it.
  ///
  /// - Returns: `nil` if it may have run before the timeline began, under terms that are unknown.
  package func enrolledShare(
    of experiment: String, phase: Int, before moment: Timestamp
  ) -> BasisPoints? {
    let states = states(of: PhaseName(experiment, phase))
    guard let first = states.first else { return nil }
    var share = first.state.cannotHaveRun(before: first.at) ? BasisPoints.none : nil
    let ends = states.dropFirst().map(\.at) + [moment]
    for (served, end) in zip(states, ends) {
      // The release was in service even if the clock was set back.
      let end = end < served.at ? served.at.adding(milliseconds: 1) : end
      guard let last = served.state.lastEnrolling(in: served.at..<end) else {
        continue
      }
      share = served.state.traffic(at: last)
    }
    return share
  }

  /// Returns the states of a phase, each from a change on. The changes of one release have one
  /// moment.
  private func states(of phase: PhaseName) -> [(at: Timestamp, state: PhaseState)] {
    var states: [(at: Timestamp, state: PhaseState)] = []
    for event in events {
      guard case .phase(let id, let number, let part) = event.subject,
        PhaseName(id, number) == phase
      else { continue }
      if states.last?.at != event.at {
        states.append(
          (event.at, states.last?.state ?? PhaseState(experiment: id, phase: number)))
      }
      states[states.count - 1].state.parts[part] = event.value
    }
    return states
  }
}

extension PhaseState {
  /// The last moment, in a time without changes, at which it enrolled visitors.
  fileprivate func lastEnrolling(in time: Range<Timestamp>) -> Timestamp? {
    guard status == .running else { return nil }
    let begin = max(time.lowerBound, start ?? time.lowerBound)
    let last = min(time.upperBound, end ?? time.upperBound).adding(milliseconds: -1)
    return begin <= last ? last : nil
  }

  /// True for a phase that is first seen before its start.
  fileprivate func cannotHaveRun(before moment: Timestamp) -> Bool {
    start.map { $0 >= moment } ?? false
  }
}
