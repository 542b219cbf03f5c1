package import PaywallCatalog

extension Ledger {
  /// Whether anything is recorded under an id, of whichever kind it was sent: an assignment, as of a
  /// visitor who bought nothing, or only an alias, a sighting, a conflict or a held-out exposure.
  package func isRecorded(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    for visitor in [VisitorIdentity(userId: id), VisitorIdentity(anonymousId: id)] {
      let found = try await assignments(of: visitor, in: environment)
      guard found.isEmpty else { return true }
    }
    guard try await sightings(ofId: id, in: environment).isEmpty,
      try await conflicts(ofUnit: id, in: environment).isEmpty,
      try await heldOut(ofUnit: id, in: environment).isEmpty
    else { return true }
    return try await hasAlias(id, in: environment)
  }
}
