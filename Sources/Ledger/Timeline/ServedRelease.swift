package import PaywallCatalog
package import PaywallTextCoding

/// A release that went into service, as the timeline follows it.
package struct ServedRelease: Hashable, Sendable {
  package var release: String
  /// Of every experiment of the configuration.
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
