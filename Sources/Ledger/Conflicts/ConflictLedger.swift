package import PaywallCatalog

/// Conflicts and crossings, as events. For results only.
package protocol ConflictLedger: Sendable {
  /// Stores what requests with both ids showed, as events: it marks no record. What is known already
  /// costs a read and no write.
  func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure)

  /// The events of a phase, the oldest first; those of a layer with either experiment. Reads every
  /// event.
  func conflicts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent]

  /// The events of a unit, or with it as the other one, the oldest first.
  func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent]

  /// The number of new events by cause, since the ledger was opened.
  func conflictCounts() -> [ConflictEvent.Cause: Int]
}
