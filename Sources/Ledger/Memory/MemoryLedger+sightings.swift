package import PaywallCatalog

extension MemoryLedger {
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    if let known = try read({ try $0.knownOutcomes(of: claim) }) { return known }
    return try write { try $0.record(claim, at: now) }
  }

  package func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try read { try $0.sightings(ofId: id, in: environment) }
  }

  package func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try read { try $0.sightings(of: name, in: environment) }
  }
}
