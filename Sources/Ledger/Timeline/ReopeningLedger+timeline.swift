package import PaywallCatalog

extension ReopeningLedger {
  package func record(
    _ release: ServedRelease, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await ledger().record(release, at: now)
  }

  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await ledger().keep(finding, of: experiment, phase: phase, at: now)
  }

  package func timeline() async throws(LedgerFailure) -> Timeline {
    try await ledger().timeline()
  }
}
