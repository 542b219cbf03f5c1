package import PaywallCatalog
package import Ledger

extension MeasuredLedger {
  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.exposures(of: unit, in: environment)
    }
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.unknownDetails(of: experiment, phase: phase, in: environment)
    }
  }
}
