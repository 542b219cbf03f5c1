package import Catalog
import Subscribers
package import TextCoding

extension LedgerTables {
  /// Whether an id is known as a user's: somebody stronger than an app vouches for an alias of it,
  /// or it has a customer, or a record that was drawn with it as a user's.
  func isUser(_ id: String, in environment: AppStoreEnvironment) throws -> Bool {
    try !users(among: [id], in: environment).isEmpty
  }

  package func users(
    among ids: [String], in environment: AppStoreEnvironment
  ) throws -> Set<UTF8Key> {
    try Set(
      ids.filter { id in
        if try !isNobody(id, in: environment) { return true }
        if try records(of: id, in: environment).contains(where: { $0.origin == .userId }) {
          return true
        }
        return try aliases(of: id, in: environment, limit: mostAliases)
          .contains { $0.voucher.isStrong }
      }.map(UTF8Key.init))
  }

  /// Whether an id, as a user's or as a token, has no customer.
  func isNobody(_ user: String, in environment: AppStoreEnvironment) throws -> Bool {
    try customers(ofUser: user, token: user.lowercased(), in: environment).isEmpty
  }

  /// The recorded assignments of a visitor, by unit and then by the moment: the user's own, those of
  /// the anonymous ids that somebody stronger than an app calls the user's, and those of the
  /// anonymous id that the same request carries.
  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) throws -> FoundAssignments {
    var restsOn: [String] = []
    var rows: [RecordRow] = []
    var seen: Set<UTF8Key> = []
    if let user = visitor.userId {
      let person = try person(of: user, in: environment)
      restsOn = [user] + person.anonymousIds + person.formerAliases
      seen = Set(restsOn.map(UTF8Key.init))
      rows = try person.rows(in: self, environment)
    }
    if let id = visitor.anonymousId, seen.insert(UTF8Key(id)).inserted {
      restsOn.append(id)
      let found = try records(of: id, in: environment)
      // A known user is nobody's anonymous id.
      if !found.isEmpty, try !isUser(id, in: environment) { rows += found }
    }
    let assignments = rows.map(\.assignment).sorted { left, right in
      let (unit, other) = (UTF8Key(left.unit), UTF8Key(right.unit))
      return unit == other
        ? left.isOlder(than: right)
        : unit.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
    return FoundAssignments(assignments: assignments, restsOn: restsOn)
  }

  /// Under which ids recorded assignments are found, if under one of these, which may be new: these
  /// and the users who have them on a stronger word than an app's.
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

  /// A user and the anonymous ids that somebody stronger than an app calls theirs. One level only:
  /// what is an alias of an alias is somebody else's. One that has become known as a user since is no
  /// longer an alias.
  func person(of user: String, in environment: AppStoreEnvironment) throws -> Person {
    let aliases = try aliases(of: user, in: environment, limit: mostAliases)
    let users =
      aliases.isEmpty ? [] : try users(among: aliases.map(\.anonymousId), in: environment)
    let standing = aliases.filter { !users.contains(UTF8Key($0.anonymousId)) }
    return Person(
      user: user,
      anonymousIds: standing.filter(\.voucher.isStrong).map(\.anonymousId),
      claimedIds: standing.filter { !$0.voucher.isStrong }.map(\.anonymousId),
      formerAliases: aliases.filter { users.contains(UTF8Key($0.anonymousId)) }.map(\.anonymousId))
  }
}

/// Whose ids are one person's.
struct Person {
  let user: String
  /// Of their devices, the oldest first.
  let anonymousIds: [String]
  /// What only an app calls theirs: nobody's, for all that is known.
  let claimedIds: [String]
  let formerAliases: [String]

  /// The user's own rows, without those that only an anonymous visitor of the same name has made,
  /// and those of the devices.
  func rows(
    in tables: some LedgerTables, _ environment: AppStoreEnvironment
  ) throws -> [RecordRow] {
    try tables.records(of: user, in: environment).filter { !$0.isOnlyAnonymous }
      + anonymousIds.flatMap { try tables.records(of: $0, in: environment) }
  }
}
