package import PaywallCatalog
import PaywallTextCoding

/// The tables in which the customers of a visitor's id are searched: those of a ledger, or what
/// results have read of them at once.
package protocol CustomerSearch: AliasSearch {
  /// The customers who are linked to the user, or have a purchase chain with this token.
  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number]
  func sighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws -> SightingRow?
  func isSetAside(_ customer: CustomerRow.Number) throws -> Bool
}

// For results only: an unproved `Sighting` gives no entitlement, and no erasure follows from it.
extension CustomerSearch {
  /// The numbers of the customers whose purchases are a unit's in results: those linked to it as a
  /// user, those with a transaction that carries it as a token, those of the user whose alias it
  /// surely is, and those who were seen with it or with another id that is surely the same person's.
  ///
  /// - Parameter isUser: whether the id is known as a user's.
  package func customerNumbers(
    ofUnit unit: String, isUser: Bool, in environment: AppStoreEnvironment
  ) throws -> Set<CustomerRow.Number> {
    let owner = isUser ? nil : try owner(of: unit, in: environment)
    var numbers: Set<CustomerRow.Number> = []
    for id in [unit] + (owner.map { [$0] } ?? []) {
      numbers.formUnion(try customers(ofUser: id, token: id.lowercased(), in: environment))
    }
    // A sighting without proof counts only if no link and no token names a customer.
    let isLinked = !numbers.isEmpty
    let user = isUser ? unit : owner
    for sighting in try sightings(ofUnit: unit, of: user, in: environment)
    where sighting.isProved || !isLinked { numbers.insert(sighting.customer) }
    return numbers
  }

  /// The user whose alias an anonymous id surely is.
  package func owner(
    of anonymousId: String, in environment: AppStoreEnvironment
  ) throws -> String? {
    try alias(of: anonymousId, in: environment).flatMap { $0.isSure ? $0.user : nil }
  }

  /// The sightings of a unit and of the other ids of its user, without those of customers who were
  /// seen with too many ids.
  private func sightings(
    ofUnit unit: String, of user: String?, in environment: AppStoreEnvironment
  ) throws -> [SightingRow] {
    var keys: [SightingKey] = []
    if let user {
      keys.append(SightingKey(user, .userId))
      keys += try devices(of: user, in: environment).map { SightingKey($0, .anonymousId) }
    } else {
      keys.append(SightingKey(unit, .anonymousId))
    }
    return try keys.compactMap { try sighting($0, in: environment) }
      .filter { try !isSetAside($0.customer) }
  }

  /// The anonymous ids that are surely a user's.
  private func devices(
    of user: String, in environment: AppStoreEnvironment
  ) throws -> [String] {
    let aliases = try aliases(of: user, in: environment, limit: mostAliases).filter(\.isSure)
    guard !aliases.isEmpty else { return [] }
    let users = try users(among: aliases.map(\.anonymousId), in: environment)
    return aliases.map(\.anonymousId).filter { !users.contains(UTF8Key($0)) }
  }
}

extension AliasRow {
  /// A strong voucher says so, and no other user claims the id.
  fileprivate var isSure: Bool { voucher.isStrong && !isContested }
}
