package import Catalog

/// What a visitor sees at a placement, and why.
package struct Decision: Hashable, Sendable {
  /// The placement as it was asked for, which may be unknown.
  package var placement: String
  package var show: Show
  package var reason: Reason
  /// The experiment that this answer comes from, for the reasons `experiment`, `winner`, `forced`.
  package var experiment: EnrolledIn?
  /// The app is to report that it rendered this answer: it comes from an experiment that runs. Not
  /// what is forced, won, ruled or kept from a pause or an end, which counts for nothing.
  package var exposes: Bool
  /// Why an experiment that runs here did not take the visitor, although it alone would have.
  package var notEnrolled: NotEnrolled?
  /// The next moment at which a schedule could change this answer.
  package var validUntil: Timestamp?
  /// Something was undecidable because the ledger could not be asked; such an answer is not cached.
  package var isDegraded: Bool

  package init(
    placement: String, show: Show, reason: Reason, experiment: EnrolledIn? = nil,
    exposes: Bool = false, notEnrolled: NotEnrolled? = nil, validUntil: Timestamp? = nil,
    isDegraded: Bool = false
  ) {
    self.placement = placement
    self.show = show
    self.reason = reason
    self.experiment = experiment
    self.exposes = exposes
    self.notEnrolled = notEnrolled
    self.validUntil = validUntil
    self.isDegraded = isDegraded
  }
}

/// A variant of an experiment that a decision shows.
package struct EnrolledIn: Hashable, Sendable {
  package var id: String
  /// The variant that is shown: `control` for who is recorded in a paused experiment.
  package var variant: String
  /// The phase that the visitor belongs to, which for a recorded one may be an earlier one.
  package var phase: Int
  package var recorded: Bool

  package init(id: String, variant: String, phase: Int, recorded: Bool) {
    self.id = id
    self.variant = variant
    self.phase = phase
    self.recorded = recorded
  }
}

/// A variant that a preview token asks for, whatever the stage of its experiment.
package struct ForcedVariant: Hashable, Sendable {
  package var experiment: String
  package var variant: String

  package init(experiment: String, variant: String) {
    self.experiment = experiment
    self.variant = variant
  }
}
