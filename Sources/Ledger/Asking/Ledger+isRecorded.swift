package import Catalog

extension Ledger {
  /// Whether something is recorded under an id, whatever it was sent as: as of a visitor who bought
  /// nothing.
  package func isRecorded(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    for visitor in [VisitorIdentity(userId: id), VisitorIdentity(anonymousId: id)] {
      let found = try await assignments(of: visitor, in: environment)
      guard found.isEmpty else { return true }
    }
    return false
  }
}
