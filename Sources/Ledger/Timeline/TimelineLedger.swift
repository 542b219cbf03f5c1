package import PaywallCatalog

/// When releases and phases came into service, and what of them changed.
package protocol TimelineLedger: Sendable {
  /// Stores that a release is in service since `now`: what differs from the last known state.
  /// Repeating it changes nothing. A new override replaces the terms that its phase began with.
  func record(_ release: ServedRelease, at now: Timestamp) async throws(LedgerFailure)

  /// Keeps what a report found of a phase: a plan unless the phase has one for the same question, a verdict
  /// if it decides otherwise than the one before. A ledger that served no release keeps nothing.
  func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure)

  func timeline() async throws(LedgerFailure) -> Timeline
}
