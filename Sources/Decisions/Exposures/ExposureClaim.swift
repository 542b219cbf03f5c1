package import Catalog
package import Subscribers

/// That an app has rendered what a decision with the reason `experiment` showed. Anybody may claim
/// it, so it is checked. Other answers (forced, rule, winner, default) are nothing to claim.
package struct ExposureClaim: Hashable, Sendable {
  package var experiment: String
  package var variant: String
  package var phase: Int
  package var placement: String?
  /// When it was rendered, by the clock of the device.
  package var at: Timestamp

  package init(
    experiment: String, variant: String, phase: Int, placement: String? = nil, at: Timestamp
  ) {
    self.experiment = experiment
    self.variant = variant
    self.phase = phase
    self.placement = placement
    self.at = at
  }
}

/// What a claim is worth.
package enum ClaimVerdict: Hashable, Sendable {
  /// It was drawn so, and nothing is recorded of the phase: to be recorded.
  case first(RecordedAssignment)
  /// It names what is recorded.
  case repeated(RecordedAssignment)
  /// It was drawn so under one of the visitor's recorded ids, and the record names another variant:
  /// the person has seen two.
  case contradicts(RecordedAssignment)
  /// It was not drawn so: counted as `variantMismatch`, and changes nothing.
  case mismatch(Mismatch)
  /// There is nothing to hold it against; changes nothing.
  case refused(ClaimRefusal)
}

/// Why nobody can have been shown what a claim says.
package enum Mismatch: String, CaseIterable, Sendable {
  case unknownVariant
  /// The variant is not shown at the placement.
  case notAtPlacement
  /// The unit is outside of the experiment's slice of its layer.
  case outsideSlice
  /// The unit's bucket lies in the range of another variant, or the record names another one.
  case otherVariant
  /// Held out, and not recorded before.
  case heldOut
  /// Recorded in another phase, and therefore not enrolled again.
  case kept
  /// Who is recorded sees `control` while the experiment is paused: no exposure.
  case paused
}

/// Why a claim cannot be checked.
package enum ClaimRefusal: String, CaseIterable, Sendable {
  /// There is none, or a draft, one that is archived or one that never started yet: which of them, an
  /// app is not told.
  case unknownExperiment
  /// Neither the phase that the configuration has, whose seed alone is known, nor a recorded one.
  case unknownPhase
  /// The device's time is before the start, or it or the server's is 7 days or more after the end.
  case outsidePhase
  /// The visitor has no id that the experiment hashes.
  case noUnit
  /// The id is neither text nor an integer of at most 2^53 − 1.
  case invalidUnit
}
