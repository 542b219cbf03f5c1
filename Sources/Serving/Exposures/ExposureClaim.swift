package import PaywallCatalog

/// An app's claim that it rendered an answer that a phase of an experiment accounts for.
package protocol PhaseClaim: Sendable {
  var experiment: String { get }
  var phase: Int { get }
  /// When it was rendered, by the clock of the device.
  var at: Timestamp { get set }
}

/// An app's claim that it rendered a decision with the reason `experiment`. Anyone can send it, so
/// it is checked. Other answers (forced, rule, winner, default) cannot be claimed.
package struct ExposureClaim: PhaseClaim, Hashable {
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

/// The verdict on a claim.
package enum ClaimVerdict: Hashable, Sendable {
  /// A valid draw without a record of the phase: record it.
  case first(RecordedAssignment)
  /// It repeats the record.
  case repeated(RecordedAssignment)
  /// A valid draw under one of the visitor's recorded ids, but the record names another variant:
  /// the person has seen two.
  case contradicts(RecordedAssignment)
  /// Not a valid draw: counted as `variantMismatch`, and changes nothing.
  case mismatch(Mismatch)
  /// It cannot be checked; changes nothing.
  case refused(ClaimRefusal)
}

/// Why no visitor can have seen what a claim says.
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
  /// Recorded in another phase, and therefore not enrolled again; of a held-out visitor, recorded at
  /// the placement or in the phase, and therefore not kept out of it.
  case kept
  /// Recorded visitors see `control` while the experiment is paused: no exposure.
  case paused
  /// Claimed to be held out, and not in the holdout.
  case notHeldOut
  /// Claimed to be held out, and the audience does not have this visitor.
  case notInAudience
  /// Claimed to be held out, and traffic does not open the unit's bucket.
  case outsideTraffic
}

/// Why a claim cannot be checked.
package enum ClaimRefusal: String, CaseIterable, Sendable {
  /// It does not exist, is a draft, is archived or has not started; apps are not told which.
  case unknownExperiment
  /// Neither the phase of the configuration, the only one whose seed is known, nor a recorded one.
  case unknownPhase
  /// The device's time is before the start, or it or the server's is 7 days or more after the end.
  case outsidePhase
  /// The visitor has no id that the experiment hashes.
  case noUnit
  /// The id is neither text nor an integer of at most 2^53 − 1.
  case invalidUnit
}
