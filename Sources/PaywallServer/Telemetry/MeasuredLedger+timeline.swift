package import PaywallCatalog
package import Ledger

extension MeasuredLedger {
  package func record(
    _ release: ServedRelease, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.record(release, at: now)
    }
  }

  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.keep(finding, of: experiment, phase: phase, at: now)
    }
  }

  package func timeline() async throws(LedgerFailure) -> Timeline {
    try await read { [ledger] () async throws(LedgerFailure) in try await ledger.timeline() }
  }
}
