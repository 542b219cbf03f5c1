package import PaywallCatalog
package import PaywallSubscribers

/// A ledger that keeps the first eligible exposure of held-out visitors, so that the holdout can be
/// compared with those who were enrolled.
package protocol HoldoutLedger: Sendable {
  /// Stores exposures of held-out units in one transaction: the first with its details, a later one
  /// as a count. Records no assignment and freezes no terms. In the order of the exposures.
  func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome]

  /// The held-out units of a phase, the oldest first. Reads every row of the phase.
  func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures]

  /// The persons whom the holdout alone kept out of a phase, as results read them. Without those who
  /// were surely recorded in the phase, too.
  func heldOutPersons(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp
  ) async throws(LedgerFailure) -> PhaseColumns

  /// The number of held-out units of a phase, without asking which are one person's.
  func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int

  /// What a unit was kept out of by the holdout, the oldest first.
  func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures]

  /// What is left of the erased held-out units of a phase; `other` first. Who was recorded in the
  /// phase too counts as a conflict.
  func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell]
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

    package init(unit: String, at: Timestamp, voucher: AliasVoucher) {
      self.unit = unit
      self.at = at
      self.voucher = voucher
    }
  }
}
