package import PaywallCatalog
package import PaywallTextCoding
package import Serving

/// The moments at which releases and changes of phases came into service, as far as the ledger saw
/// it. An older ledger begins with the first release that is served after its migration.
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
    /// A report's finding (`PhaseFinding`); no release brought it.
    case finding(experiment: String, number: Int, PhaseFinding.Kind)
    /// The holdout of the whole configuration: `5% 4be01a77`, empty without one.
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

extension TimelineRelease {
  package init(_ row: some LedgerRow) throws {
    self.init(release: try row.plain(0), firstServedAt: row.moment(1) ?? .epoch)
  }
}

extension TimelineEvent {
  private static let holdout = "holdout"
  private static let releasePart = "release"

  /// An experiment, a phase, a part, a value, a time and a release.
  ///
  /// - Returns: `nil` for a part that a newer server follows.
  package static func of(_ row: some LedgerRow) throws -> TimelineEvent? {
    let subject: Subject
    switch try row.plain(2) {
    case holdout: subject = .holdout
    case releasePart: subject = .release
    case let word:
      if let kind = PhaseFinding.Kind(rawValue: word) {
        subject = .finding(experiment: try row.required(0), number: row.int(1), kind)
        break
      }
      guard let part = PhaseState.Part(rawValue: word) else { return nil }
      subject = .phase(experiment: try row.required(0), number: row.int(1), part)
    }
    return TimelineEvent(
      subject, try row.plain(3), at: row.moment(4) ?? .epoch, release: try row.plain(5))
  }

  /// In the order of the columns; the release by its name.
  ///
  /// - Parameter text: how a text from outside is stored.
  package func cells(_ text: (String?) -> SQLValue) -> [SQLValue] {
    let key: [SQLValue] =
      switch subject {
      case .holdout: [.null, .null, .text(Self.holdout)]
      // The table takes null for the holdout only.
      case .release: [.text(""), .integer(0), .text(Self.releasePart)]
      case .phase(let experiment, let number, let part):
        [text(experiment), PlainCell.number(number), .text(part.rawValue)]
      case .finding(let experiment, let number, let kind):
        [text(experiment), PlainCell.number(number), .text(kind.rawValue)]
      }
    return key + [.text(value), PlainCell.moment(at), .text(release)]
  }
}

/// A release that went into service, as the timeline follows it.
package struct ServedRelease: Hashable, Sendable {
  package var release: String
  /// The phases of every experiment of the configuration.
  package var phases: [PhaseState]
  /// `5% 4be01a77`, empty without one.
  package var holdout: String

  package init(release: String, phases: [PhaseState], holdout: String) {
    self.release = release
    self.phases = phases
    self.holdout = holdout
  }
}

/// An experiment and the number of a phase.
package struct PhaseName: Hashable, Sendable {
  package let experiment: UTF8Key
  package let phase: Int

  package init(_ experiment: String, _ phase: Int) {
    self.experiment = UTF8Key(experiment)
    self.phase = phase
  }

  package init(_ state: PhaseState) { self.init(state.experiment, state.phase) }

  static func < (left: PhaseName, right: PhaseName) -> Bool {
    (left.experiment, left.phase) < (right.experiment, right.phase)
  }
}
