package import PaywallCatalog
package import Ledger

extension SQLiteLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await writer.write { try $0.record(exposures, in: environment, at: now) }
  }
}
