package import PaywallCatalog
package import Ledger

extension MeasuredLedger {
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.record(coEnrollments, in: environment, at: now)
    }
  }

  package func conflicts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.conflicts(of: experiment, phase: phase, in: environment)
    }
  }

  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.conflicts(ofUnit: unit, in: environment)
    }
  }

  /// From memory, and too fast to time.
  package func conflictCounts() -> [ConflictEvent.Cause: Int] { ledger.conflictCounts() }
}
