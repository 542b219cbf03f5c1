package import PaywallCatalog
package import Serving

/// An app's checked claim that it rendered a paywall of an experiment.
package struct Exposure: Hashable, Sendable {
  /// The app's id of this exposure: the same id and assignment count once.
  package var id: String
  /// The new assignment, or the recorded one that the claim repeats or contradicts.
  package var assignment: RecordedAssignment
  /// The kind of id that the app sent as the unit of `assignment`; `nil` if it sent another id, as
  /// for a record that a user has from an anonymous id.
  package var origin: IdOrigin?
  /// The claim is a valid draw that names another variant than `assignment`.
  package var contradicts: Bool
  /// The variant that the app claims.
  package var claimedVariant: String?
  /// The voucher for the ids of the request.
  package var voucher: AliasVoucher
  /// The terms of the phase in the running configuration; `nil` for an earlier phase.
  package var terms: FrozenTerms?
  /// When the app says that it was rendered; a time in the future counts as now.
  package var renderedAt: Timestamp
  package var placement: String?
  /// The visitor is in the holdout, and left out of the comparison.
  package var isHeldOut: Bool
  /// The device's time, if `renderedAt` is corrected.
  package var deviceTime: DeviceTime?
  /// Recorded if this is the first exposure of its unit.
  package var details: ExposureDetails

  package init(
    id: String, assignment: RecordedAssignment, origin: IdOrigin? = nil,
    contradicts: Bool = false, claimedVariant: String? = nil, voucher: AliasVoucher = .client,
    terms: FrozenTerms?,
    renderedAt: Timestamp, placement: String? = nil, isHeldOut: Bool = false,
    deviceTime: DeviceTime? = nil, details: ExposureDetails = ExposureDetails()
  ) {
    self.id = id
    self.assignment = assignment
    self.origin = origin
    self.contradicts = contradicts
    self.claimedVariant = claimedVariant
    self.voucher = voucher
    self.terms = terms
    self.renderedAt = renderedAt
    self.placement = placement
    self.isHeldOut = isHeldOut
    self.deviceTime = deviceTime
    self.details = details
  }
}

/// The result of recording an exposure.
package enum ExposureOutcome: String, CaseIterable, Sendable {
  /// The first of its unit; its assignment is recorded.
  case recorded
  /// A later one, counted.
  case repeated
  /// It is here already; nothing changed.
  case already
  /// The unit has seen two variants, and is permanently left out of the results.
  case conflict
  /// The id was sent as an anonymous one and is known as a user's; nothing was written.
  case knownUser
  /// The unit is kept out by the holdout: its row is written or counted, and no variant.
  case heldOut
  /// The phase began with other terms than the running configuration has; nothing was written.
  case termsChanged
}
