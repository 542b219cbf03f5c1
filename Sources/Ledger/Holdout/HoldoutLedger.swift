package import PaywallCatalog
package import PaywallSubscribers

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
