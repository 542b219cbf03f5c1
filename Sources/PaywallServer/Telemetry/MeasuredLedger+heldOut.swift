package import Ledger
package import PaywallCatalog

extension MeasuredLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.record(exposures, in: environment, at: now)
    }
  }

  package func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.heldOut(of: experiment, phase: phase, in: environment)
    }
  }

  package func heldOutPersons(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp
  ) async throws(LedgerFailure) -> PhaseColumns {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.heldOutPersons(of: experiment, phase: phase, in: environment, until: end)
    }
  }

  package func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.heldOutUnits(of: experiment, phase: phase, in: environment)
    }
  }

  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.heldOut(ofUnit: unit, in: environment)
    }
  }

  package func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.erasedHeldOut(of: experiment, phase: phase, in: environment)
    }
  }
}
