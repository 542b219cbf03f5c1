package import PaywallCatalog
package import Ledger

extension MeasuredLedger {
  /// A read, unless something of it is new.
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    let start = ContinuousClock.now
    var histogram = metrics.reads
    defer { histogram.record(nanoseconds: start.duration(to: .now).nanoseconds) }
    let outcomes = try await gate.call(within: gate.limits.call) {
      [ledger] () async throws(LedgerFailure) in try await ledger.record(claim, at: now)
    }
    if outcomes.contains(.new) { histogram = metrics.writes }
    return outcomes
  }

  package func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.sightings(ofId: id, in: environment)
    }
  }

  package func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.sightings(of: name, in: environment)
    }
  }
}
