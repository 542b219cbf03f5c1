package import Ledger
package import PaywallCatalog
import PaywallSubscribers

extension PostgresLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    let names = exposures.map { LockName.id($0.unit.unit, environment) }
    return try await writer.write(names) { try $0.record(exposures, in: environment, at: now) }
  }

  package func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await read { try $0.heldOut(of: experiment, phase: phase, in: environment) }
  }

  package func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int {
    try await read { try $0.heldOutUnits(of: experiment, phase: phase, in: environment) }
  }

  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await reader.read { try $0.heldOut(ofUnit: unit, in: environment) }
  }

  package func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await read {
      try $0.erasedCells(of: experiment, phase: phase, in: environment).filter(\.key.isHeldOut)
        .sorted()
    }
  }
}
