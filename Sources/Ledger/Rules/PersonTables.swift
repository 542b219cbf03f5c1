package import PaywallCatalog
package import PaywallTextCoding

/// Finds the ids that belong to one person.
package protocol AliasSearch {
  func alias(of anonymousId: String, in environment: AppStoreEnvironment) throws -> AliasRow?
  /// The oldest first.
  func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [AliasRow]
  /// Which of these ids are known as users' (`isUser`). Every read of a user with aliases needs
  /// this for all of them, so an implementation should use one query.
  func users(among ids: [String], in environment: AppStoreEnvironment) throws -> Set<UTF8Key>
}

/// Finds the ids that belong to one person, and the rows of each.
package protocol PersonTables: AliasSearch {
  func records(of unit: String, in environment: AppStoreEnvironment) throws -> [RecordRow]
  /// In any order.
  func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow]
}

extension PersonTables {
  /// Whether an id is known as a user's: a strong voucher confirmed an alias of it, or it has a
  /// customer, or a record was drawn with it as a user's id.
  func isUser(_ id: String, in environment: AppStoreEnvironment) throws -> Bool {
    try !users(among: [id], in: environment).isEmpty
  }

  /// A user and the user's anonymous ids with a strong voucher. One level only: an alias of an
  /// alias is another person's. An id that is known as a user's by now is no longer an alias.
  func person(of user: String, in environment: AppStoreEnvironment) throws -> Person {
    let aliases = try aliases(of: user, in: environment, limit: mostAliases)
    let users =
      aliases.isEmpty ? [] : try users(among: aliases.map(\.anonymousId), in: environment)
    let standing = aliases.filter { !users.contains(UTF8Key($0.anonymousId)) }
    return Person(
      user: user,
      anonymousIds: standing.filter(\.voucher.isStrong).map(\.anonymousId),
      claimedIds: standing.filter { !$0.voucher.isStrong }.map(\.anonymousId),
      formerAliases: aliases.filter { users.contains(UTF8Key($0.anonymousId)) }.map(\.anonymousId),
      vouchers: Dictionary(
        standing.map { (UTF8Key($0.anonymousId), $0.voucher) }, uniquingKeysWith: min))
  }
}
