package import PaywallCatalog
package import PaywallTextCoding

/// The ids and customers that are one person's, of a whole environment: read at once, because
/// asking for each unit of a large phase would take a query for each.
package struct PhaseIdentities: CustomerSearch, Sendable {
  /// By user.
  package var links: [UTF8Key: [CustomerRow.Number]] = [:]
  package var tokens: [UTF8Key: [CustomerRow.Number]] = [:]
  private var aliases: [UTF8Key: AliasRow] = [:]
  private var aliasesOfUser: [UTF8Key: [AliasRow]] = [:]
  package var sightings: [SightingKey: SightingRow] = [:]
  package var setAside: Set<CustomerRow.Number> = []
  /// Anonymous ids of aliases that records have as a user's.
  package var recordedUsers: Set<UTF8Key> = []
  package var accounts: [CustomerRow.Number: AppleAccountNumber] = [:]

  package init() {}

  /// In the order in which they came.
  package mutating func add(_ alias: AliasRow) {
    aliases[UTF8Key(alias.anonymousId)] = alias
    aliasesOfUser[UTF8Key(alias.user), default: []].append(alias)
  }

  /// Whether anything is known of an id: most units of a phase are of persons who never bought and
  /// never logged in.
  package func isKnown(_ id: String) -> Bool {
    let key = UTF8Key(id)
    if links[key] != nil || aliases[key] != nil || aliasesOfUser[key] != nil { return true }
    if tokens[UTF8Key(id.lowercased())] != nil { return true }
    return sightings[SightingKey(id, .userId)] != nil
      || sightings[SightingKey(id, .anonymousId)] != nil
  }

  /// Returns the number that a customer counts under: customers of one Apple Account are one.
  func account(of customer: CustomerRow.Number) -> Int64 {
    accounts[customer].map { -$0 } ?? customer
  }

  package func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) -> [CustomerRow.Number] {
    Array(Set((links[UTF8Key(user)] ?? []) + (tokens[UTF8Key(token)] ?? [])))
  }

  package func alias(
    of anonymousId: String, in environment: AppStoreEnvironment
  ) -> AliasRow? { aliases[UTF8Key(anonymousId)] }

  package func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) -> [AliasRow] { Array((aliasesOfUser[UTF8Key(user)] ?? []).prefix(limit)) }

  package func users(
    among ids: [String], in environment: AppStoreEnvironment
  ) -> Set<UTF8Key> {
    Set(
      ids.filter { id in
        if !customers(ofUser: id, token: id.lowercased(), in: environment).isEmpty { return true }
        if recordedUsers.contains(UTF8Key(id)) { return true }
        return aliases(of: id, in: environment, limit: mostAliases)
          .contains { $0.voucher.isStrong }
      }.map(UTF8Key.init))
  }

  package func sighting(
    _ key: SightingKey, in environment: AppStoreEnvironment
  ) -> SightingRow? { sightings[key] }

  package func isSetAside(_ customer: CustomerRow.Number) -> Bool { setAside.contains(customer) }
}
