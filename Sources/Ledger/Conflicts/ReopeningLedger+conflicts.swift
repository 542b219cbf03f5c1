package import PaywallCatalog

// Every call is forwarded to the open ledger.
extension ReopeningLedger {
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await ledger().record(coEnrollments, in: environment, at: now)
  }

  package func conflicts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await ledger().conflicts(of: experiment, phase: phase, in: environment)
  }

  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await ledger().conflicts(ofUnit: unit, in: environment)
  }

  /// None while it is not open.
  package func conflictCounts() -> [ConflictEvent.Cause: Int] {
    openLedger?.conflictCounts() ?? [:]
  }
}
