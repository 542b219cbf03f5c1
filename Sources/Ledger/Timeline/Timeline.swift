package import PaywallCatalog

/// What came into service when, as far as the ledger was there to see it: releases, and the changes
/// of each phase. An older ledger begins with the first release that is served after its migration.
package struct Timeline: Hashable, Sendable {
  /// In the order in which they were first served.
  package var releases: [TimelineRelease]
  /// In the order in which they came.
  package var events: [TimelineEvent]

  package init(releases: [TimelineRelease] = [], events: [TimelineEvent] = []) {
    self.releases = releases
    self.events = events
  }
}

package struct TimelineRelease: Hashable, Sendable {
  package var release: String
  package var firstServedAt: Timestamp
}

/// A value that differs from the one before it.
package struct TimelineEvent: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case phase(experiment: String, number: Int, PhaseState.Part)
    /// What a report found (`PhaseFinding`); no release brought it.
    case finding(experiment: String, number: Int, PhaseFinding.Kind)
    /// Of the whole configuration: `5% 4be01a77`, empty without one.
    case holdout
    /// An earlier release that came back into service.
    case release
  }

  package var subject: Subject
  package var value: String
  /// When the release that has this value went into service.
  package var at: Timestamp
  package var release: String

  package init(_ subject: Subject, _ value: String, at: Timestamp, release: String) {
    self.subject = subject
    self.value = value
    self.at = at
    self.release = release
  }
}

extension Timeline {
  /// The last known state of each phase, in the order in which they came.
  package var phases: [PhaseState] {
    var states: [PhaseState] = []
    var places: [PhaseName: Int] = [:]
    for event in events {
      guard case .phase(let experiment, let number, let part) = event.subject else { continue }
      let name = PhaseName(experiment, number)
      let place = places[name] ?? states.count
      if place == states.count {
        states.append(PhaseState(experiment: experiment, phase: number))
        places[name] = place
      }
      states[place].parts[part] = event.value
    }
    return states
  }

  /// The release that was served last.
  package var release: String? {
    guard let newest = releases.last else { return nil }
    let back = events.last { $0.subject == .release }
    return back.flatMap { $0.at >= newest.firstServedAt ? $0.value : nil } ?? newest.release
  }

  /// The holdout that was last served; `nil` is unknown, an empty text none.
  package var holdout: String? { events.last { $0.subject == .holdout }?.value }

  /// When a phase first was in service; `nil` is unknown.
  package func began(_ experiment: String, phase: Int) -> Timestamp? {
    events.first {
      guard case .phase(let id, let number, _) = $0.subject else { return false }
      return PhaseName(id, number) == PhaseName(experiment, phase)
    }?.at
  }
}
