package import PaywallCatalog

extension MemoryLedger {
  package func record(
    _ release: ServedRelease, at now: Timestamp
  ) async throws(LedgerFailure) {
    try write { try $0.record(release, at: now) }
  }

  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try write { try $0.keep(finding, of: experiment, phase: phase, at: now) }
  }

  package func timeline() async throws(LedgerFailure) -> Timeline {
    try read { $0.timeline() }
  }
}
