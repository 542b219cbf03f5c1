package import PaywallCatalog

extension MemoryLedger {
  package func record(
    _ release: ServedRelease, at now: Timestamp
  ) async throws(LedgerFailure) {
    try write { try $0.record(release, at: now) }
  }

  package func timeline() async throws(LedgerFailure) -> Timeline {
    try read { $0.timeline() }
  }
}
