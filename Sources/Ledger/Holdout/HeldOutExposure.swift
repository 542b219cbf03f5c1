package import PaywallCatalog
package import PaywallSubscribers

/// An app's checked claim that it rendered a paywall to a visitor whom only the holdout keeps out of
/// an experiment.
package struct HeldOutExposure: Hashable, Sendable {
  /// The app's id of this exposure: the same id and unit count once.
  package var id: String
  package var unit: HeldOutUnit
  /// The anonymous id of the same request: the user was perhaps held out under it before a login.
  package var anonymousId: String?
  /// The kind of id that the app sent as the unit; `nil` if it sent another id.
  package var origin: IdOrigin?
  /// The terms of the phase in the running configuration; `nil` for an earlier phase. They are
  /// compared and never frozen.
  package var terms: FrozenTerms?
  /// When the app says that it was rendered; a time in the future counts as now.
  package var renderedAt: Timestamp
  package var placement: String
  /// The device's time, if `renderedAt` is corrected.
  package var deviceTime: DeviceTime?
  /// Kept if this is the first exposure of its unit.
  package var details: ExposureDetails

  package init(
    id: String, unit: HeldOutUnit, anonymousId: String? = nil, origin: IdOrigin? = nil,
    terms: FrozenTerms?, renderedAt: Timestamp, placement: String,
    deviceTime: DeviceTime? = nil, details: ExposureDetails = ExposureDetails()
  ) {
    self.id = id
    self.unit = unit
    self.anonymousId = anonymousId
    self.origin = origin
    self.terms = terms
    self.renderedAt = renderedAt
    self.placement = placement
    self.deviceTime = deviceTime
    self.details = details
  }
}

extension HeldOutExposure: CountedExposure {
  static var kind: String { "held-out exposure" }
  var key: RecordKey { RecordKey(unit) }
}

/// A held-out unit with everything that is kept of its exposures.
package struct HeldOutExposures: Hashable, Sendable {
  package var unit: HeldOutUnit
  package var exposures: Int
  /// When the first exposure was received.
  package var receivedAt: Timestamp
  /// When the earliest exposure was rendered, by a corrected clock if the app sent its time.
  package var renderedAt: Timestamp
  /// The device's time of that exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// The placement of that exposure.
  package var placement: String
  /// Of the first exposure that was received.
  package var details: ExposureDetails
  /// The same person's first recorded assignment in the phase: they left the holdout, or another id
  /// of theirs is not in it. Results take what came first.
  package var recorded: OtherUnit?
  /// The same person's oldest held-out unit of the phase, if that is another one: a person counts
  /// once.
  package var earlier: OtherUnit?

  /// What a person did under one of their ids.
  package struct OtherUnit: Hashable, Sendable {
    package var unit: String
    package var at: Timestamp
    /// Who vouches that both ids are one person's; `server` if they are the same id.
    package var voucher: AliasVoucher
  }
}
