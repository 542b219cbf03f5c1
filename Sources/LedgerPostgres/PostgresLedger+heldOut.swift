package import Ledger
import LedgerStorage
package import PaywallCatalog
import PaywallSubscribers

extension PostgresLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    let names = exposures.map { LockName.id($0.unit.unit, environment) }
    return try await writer.write(names) { try $0.record(exposures, in: environment, at: now) }
  }
}
