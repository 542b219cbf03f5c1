package import PaywallCatalog

extension MemoryLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try writeAtOnce { try $0.record(exposures, in: environment, at: now) }
  }

  package func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try read { try $0.heldOut(of: experiment, phase: phase, in: environment) }
  }

  package func heldOutPersons(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp
  ) async throws(LedgerFailure) -> PhaseColumns {
    try read {
      try $0.heldOutPersons(of: experiment, phase: phase, in: environment, until: end)
    }
  }

  package func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int {
    try read { $0.heldOutUnits(of: experiment, phase: phase, in: environment) }
  }

  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try read { try $0.heldOut(ofUnit: unit, in: environment) }
  }

  package func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try read {
      $0.erasedCells(of: experiment, phase: phase, in: environment).filter(\.key.isHeldOut)
        .sorted()
    }
  }
}
