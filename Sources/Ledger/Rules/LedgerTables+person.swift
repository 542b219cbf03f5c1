package import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

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
  /// Who vouches for each anonymous id.
  let vouchers: [UTF8Key: AliasVoucher]

  /// Who vouches that a record is this person's. The user's own needs no one.
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
