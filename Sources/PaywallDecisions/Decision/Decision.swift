package import PaywallCatalog

/// The paywall that a visitor sees at a placement, and the reason.
package struct Decision: Equatable, Sendable {
  /// The requested placement, which may be unknown.
  package var placement: String
  package var show: Show
  package var reason: Reason
  /// The experiment that this answer comes from, for the reasons `experiment`, `winner`, `forced`.
  package var experiment: EnrolledIn?
  /// Whether the app must report that it rendered this answer: only if it comes from a running
  /// experiment, not if it is forced, a winner, a rule or kept from a paused or ended experiment.
  package var exposes = false
  /// Why a running experiment did not enrol the visitor, if there is only one cause.
  package var notEnrolled: NotEnrolled?
  /// The running experiment that would have enrolled the visitor but for the holdout. The app must
  /// report that it rendered this answer: the holdout is compared with those who were enrolled.
  package var heldOutOf: HeldOutOf?
  /// The next moment at which a schedule could change this answer.
  package var validUntil: Timestamp?
  /// Part of the answer was undecidable because the ledger was unavailable; it must not be cached.
  package var isDegraded = false
}

/// A variant of an experiment that a decision shows.
package struct EnrolledIn: Equatable, Sendable {
  package var id: String
  /// The variant that is shown: `control` for visitors recorded in a paused experiment.
  package var variant: String
  /// The phase of the visitor, which may be an earlier one for a recorded visitor.
  package var phase: Int
  package var recorded: Bool
}

/// The phase of an experiment that a visitor is kept out of by the holdout alone.
package struct HeldOutOf: Equatable, Sendable {
  package var id: String
  package var phase: Int

  package init(id: String, phase: Int) {
    self.id = id
    self.phase = phase
  }
}

/// A variant requested by a preview token, in any stage of its experiment.
package struct ForcedVariant: Sendable {
  package var experiment: String
  package var variant: String

  package init(experiment: String, variant: String) {
    self.experiment = experiment
    self.variant = variant
  }
}
