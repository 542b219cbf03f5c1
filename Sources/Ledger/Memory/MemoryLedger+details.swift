package import PaywallCatalog

extension MemoryLedger {
  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try read { try $0.exposures(of: unit, in: environment) }
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try read { $0.unknownDetails(of: experiment, phase: phase, in: environment) }
  }
}
