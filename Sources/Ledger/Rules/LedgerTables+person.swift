package import PaywallCatalog
package import PaywallTextCoding

/// Finds the ids that belong to one person.
package protocol AliasSearch {
  func alias(of anonymousId: String, in environment: AppStoreEnvironment) throws -> AliasRow?
  /// The oldest first.
  func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [AliasRow]
  /// Returns the ids that are known as users' (`isUser`). Every read of a user with aliases needs
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

extension LedgerTables {
  /// Whether an id, as a user id or a token, has no customer.
  func hasNoCustomer(_ user: String, in environment: AppStoreEnvironment) throws -> Bool {
    try customers(ofUser: user, token: user.lowercased(), in: environment).isEmpty
  }

  /// The recorded assignments of a visitor, sorted by unit, then by time: the user's own, those of
  /// the user's anonymous ids with a strong voucher, and those of the anonymous id in the same
  /// request.
  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) throws -> FoundAssignments {
    var dependsOn: [String] = []
    var rows: [RecordRow] = []
    var seen: Set<UTF8Key> = []
    if let user = visitor.userId {
      let person = try person(of: user, in: environment)
      dependsOn = [user] + person.anonymousIds + person.formerAliases
      seen = Set(dependsOn.map(UTF8Key.init))
      rows = try person.rows(in: self, environment)
    }
    if let id = visitor.anonymousId, seen.insert(UTF8Key(id)).inserted {
      dependsOn.append(id)
      let found = try records(of: id, in: environment)
      // A known user's id is no anonymous id.
      if !found.isEmpty, try !isUser(id, in: environment) { rows += found }
    }
    let assignments = rows.map(\.assignment).sorted { left, right in
      let (unit, other) = (UTF8Key(left.unit), UTF8Key(right.unit))
      return unit == other
        ? left.isOlder(than: right)
        : unit.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
    return FoundAssignments(assignments: assignments, dependsOn: dependsOn)
  }

  /// The ids under which a recorded assignment of one of these ids is found: these ids, and the
  /// users who have them from a strong voucher.
  package func finders(
    by ids: some Sequence<String>, in environment: AppStoreEnvironment
  ) throws -> [String] {
    try ids.flatMap { id -> [String] in
      guard try records(of: id, in: environment).isEmpty else {
        let alias = try alias(of: id, in: environment)
        return [id] + (alias.map { $0.voucher.isStrong ? [$0.user] : [] } ?? [])
      }
      let hasRecords = try aliases(of: id, in: environment, limit: mostAliases).contains {
        try $0.voucher.isStrong && !records(of: $0.anonymousId, in: environment).isEmpty
      }
      return hasRecords ? [id] : []
    }
  }
}

/// The ids of one person.
struct Person {
  let user: String
  /// The ids of their devices, the oldest first.
  let anonymousIds: [String]
  /// Ids that only an app calls theirs.
  let claimedIds: [String]
  let formerAliases: [String]
  /// The voucher for each anonymous id.
  let vouchers: [UTF8Key: AliasVoucher]

  /// Returns the voucher that a record is this person's. The user's own record needs none.
  func voucher(of record: RecordedAssignment) -> AliasVoucher {
    vouchers[UTF8Key(record.unit)] ?? .server
  }

  /// The user's own rows, without those made only by an anonymous visitor with the same id, and
  /// those of the devices.
  func rows(
    in tables: some LedgerTables, _ environment: AppStoreEnvironment
  ) throws -> [RecordRow] {
    try tables.records(of: user, in: environment).filter { !$0.isOnlyAnonymous }
      + anonymousIds.flatMap { try tables.records(of: $0, in: environment) }
  }
}
