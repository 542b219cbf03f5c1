package import PaywallCatalog
package import Ledger

extension PostgresLedger {
  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try await read { try $0.exposures(of: unit, in: environment) }
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try await read { try $0.unknownDetails(of: experiment, phase: phase, in: environment) }
  }
}
