package import PaywallCatalog

/// An app's claim that it rendered an answer with `heldOutOf`: the visitor would have entered the
/// experiment but for the holdout.
package struct HeldOutClaim: PhaseClaim, Hashable {
  package var experiment: String
  package var phase: Int
  package var placement: String
  package var at: Timestamp

  package init(experiment: String, phase: Int, placement: String, at: Timestamp) {
    self.experiment = experiment
    self.phase = phase
    self.placement = placement
    self.at = at
  }
}

/// The verdict on a claim to be held out.
package enum HeldOutVerdict: Hashable, Sendable {
  case heldOut(HeldOutUnit)
  /// The holdout is not what keeps the visitor out: counted as `variantMismatch`, and changes nothing.
  case mismatch(Mismatch)
  /// It cannot be checked; changes nothing.
  case refused(ClaimRefusal)
}
