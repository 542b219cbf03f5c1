package import PaywallCatalog

/// The rows of sightings: visitor ids and customers who are the same person.
package protocol SightingTables {
  func sighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws -> SightingRow?
  /// In any order.
  func sightings(of customer: CustomerRow.Number) throws -> [SightingRow]
  /// Writes a sighting in place of an earlier one with its key.
  mutating func put(_ sighting: SightingRow, in environment: AppStoreEnvironment) throws
  mutating func removeSighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws
  /// The sightings of others that a customer has put in doubt, in any order.
  func sightings(contestedBy customer: CustomerRow.Number) throws -> [SightingRow]
  /// Removes all of a customer, who then is not set aside any more. What the customer has put in
  /// doubt stays so for good (`SightingRow.contestForGood`), and no one's place is used for it.
  mutating func removeSightings(of customer: CustomerRow.Number) throws
  func isSetAside(_ customer: CustomerRow.Number) throws -> Bool
  mutating func setAside(_ customer: CustomerRow.Number) throws
}
