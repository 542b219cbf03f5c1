package import PaywallCatalog

// Every call is forwarded to the open ledger.
extension ReopeningLedger {
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    try await ledger().record(claim, at: now)
  }

  package func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await ledger().sightings(ofId: id, in: environment)
  }

  package func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await ledger().sightings(of: name, in: environment)
  }
}
