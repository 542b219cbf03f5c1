package import PaywallCatalog

/// Sightings: visitor ids and customers who are the same person. For results only.
package protocol SightingLedger: Sendable {
  /// Stores that the ids and the customer of a request are one person. The first customer who is
  /// seen with an id stays. What is known already costs a read and no write.
  ///
  /// - Returns: one outcome for each id, the user id first; none if the customer is unknown.
  /// - Throws: `severalCustomers` if stored facts show that the purchases belong to different
  ///   customers.
  func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome]

  /// The sightings of an id, as a user's and as an anonymous one; in any letter case if it is a
  /// UUID.
  func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting]

  /// The sightings of the customers of a name, the oldest first.
  func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting]
}
