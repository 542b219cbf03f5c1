package import PaywallCatalog

extension MemoryLedger {
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    try writeAtOnce { try $0.record(coEnrollments, in: environment, at: now) }
  }

  package func conflicts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try read { $0.conflicts(of: experiment, phase: phase, in: environment).sorted() }
  }

  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try read { $0.conflicts(ofUnit: unit, in: environment).sorted() }
  }

  package func conflictCounts() -> [ConflictEvent.Cause: Int] { conflictCounter.all }
}
