package import PaywallCatalog

extension ReopeningLedger {
  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try await ledger().exposures(of: unit, in: environment)
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try await ledger().unknownDetails(of: experiment, phase: phase, in: environment)
  }
}
