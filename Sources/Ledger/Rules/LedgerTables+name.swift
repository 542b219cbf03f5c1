package import PaywallCatalog

extension LedgerTables {
  /// Links a user to the customers of a name; `false` if no customer is known by it.
  package mutating func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> Bool {
    let owners = try owners(of: name, in: environment)
    for owner in owners { try link(user, to: owner.number, in: environment, at: now) }
    return !owners.isEmpty
  }

  /// Stores when all transactions were fetched from Apple; an earlier moment changes nothing.
  package mutating func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) throws {
    for var owner in try owners(of: name, in: environment) {
      guard owner.completeAt.map({ $0 < moment }) ?? true else { continue }
      owner.completeAt = moment
      try update(owner)
    }
  }

  /// The number of grants that count for the UTC day of `now`.
  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for offer in offers {
      counts[offer] = try countOfGrants(ofDay: now.startOfDay, offer: offer, in: environment)
    }
    return counts
  }
}
