package import Catalog
import Subscribers

/// So many anonymous ids may be one user's, so that no read or write grows with what is claimed.
private let mostAliases = 64

extension LedgerTables {
  /// Notes that an anonymous id is a user's, if it is nobody's yet, and no user itself. Both ids are
  /// claimed: nobody gets at a user by calling its id anonymous.
  package mutating func alias(
    _ anonymousId: String, to user: String, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> AliasOutcome {
    guard Exact(anonymousId) != Exact(user) else { return .already }
    if let holder = try self.user(ofAlias: anonymousId, in: environment) {
      return Exact(holder) == Exact(user) ? .already : .taken
    }
    let isFree =
      try self.user(ofAlias: user, in: environment) == nil
      && !isUser(anonymousId, in: environment)
      && aliases(of: user, in: environment, limit: mostAliases).count < mostAliases
    guard isFree else { return .taken }
    let records = try records(of: anonymousId, in: environment)
    guard records.allSatisfy({ $0.origin == .anonymousId }) else { return .unknownKind }
    try addAlias(anonymousId, to: user, in: environment, at: now)
    _ = try markConflicts(around: anonymousId, in: environment)
    return .new
  }

  /// Whether an id is known as a user's: it has aliases, a customer, or a record that was drawn with
  /// it as a user's.
  func isUser(_ id: String, in environment: AppStoreEnvironment) throws -> Bool {
    if try !aliases(of: id, in: environment, limit: 1).isEmpty { return true }
    if try !isNobody(id, in: environment) { return true }
    return try records(of: id, in: environment).contains { $0.origin == .userId }
  }

  package func users(
    among ids: [String], in environment: AppStoreEnvironment
  ) throws -> Set<Exact> {
    try Set(ids.filter { try isUser($0, in: environment) }.map(Exact.init))
  }

  /// Whether an id, as a user's or as a token, has no customer.
  func isNobody(_ user: String, in environment: AppStoreEnvironment) throws -> Bool {
    try customers(ofUser: user, token: user.lowercased(), in: environment).isEmpty
  }

  /// The recorded assignments of these units and of their aliases, by unit and then by the moment.
  package func assignments(
    of units: [String], in environment: AppStoreEnvironment
  ) throws -> FoundAssignments {
    let people = try units.map { try person(of: $0, in: environment) }
    let assignments = try Set(people.flatMap(\.ids).map(Exact.init))
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      .flatMap {
        try records(of: $0.text, in: environment).map(\.assignment)
          .sorted { $0.isOlder(than: $1) }
      }
    return FoundAssignments(
      assignments: assignments, restsOn: people.flatMap { $0.ids + $0.formerAliases })
  }

  /// Under which ids recorded assignments are found, if under one of these, which may be new: these
  /// and the users whose aliases they are.
  package func finders(
    by ids: some Sequence<String>, in environment: AppStoreEnvironment
  ) throws -> [String] {
    try ids.flatMap { id -> [String] in
      guard try records(of: id, in: environment).isEmpty else {
        return try [id] + (user(ofAlias: id, in: environment).map { [$0] } ?? [])
      }
      let hasRecords = try aliases(of: id, in: environment, limit: mostAliases).contains {
        try !records(of: $0, in: environment).isEmpty
      }
      return hasRecords ? [id] : []
    }
  }

  /// Leaves out of the results whoever has seen two variants of a phase under ids of one person.
  ///
  /// - Returns: whether a row was marked by it.
  mutating func markConflicts(
    around unit: String, in environment: AppStoreEnvironment
  ) throws -> Bool {
    let isOwn = try isUser(unit, in: environment)
    let user = isOwn ? unit : try user(ofAlias: unit, in: environment) ?? unit
    let ids = try Set(person(of: user, in: environment).ids.map(Exact.init)).union([Exact(unit)])
    guard ids.count > 1 else { return false }
    let rows = try ids.flatMap { try records(of: $0.text, in: environment) }
    let phases = Dictionary(grouping: rows) {
      Phase(experiment: Exact($0.assignment.experiment), number: $0.assignment.phase)
    }
    var isMarked = false
    for rows in phases.values where Set(rows.map { Exact($0.assignment.variant) }).count > 1 {
      for var row in rows where !row.isConflict {
        row.isConflict = true
        try update(row, isNewlyUsers: false, in: environment)
        isMarked = true
      }
    }
    return isMarked
  }

  /// A user and the anonymous ids that are aliases of it. One level only: what is an alias of an
  /// alias is somebody else's. One that has become known as a user since is no longer an alias.
  private func person(of user: String, in environment: AppStoreEnvironment) throws -> Person {
    let aliases = try aliases(of: user, in: environment, limit: mostAliases)
    let users = aliases.isEmpty ? [] : try users(among: aliases, in: environment)
    return Person(
      ids: [user] + aliases.filter { !users.contains(Exact($0)) },
      formerAliases: aliases.filter { users.contains(Exact($0)) })
  }
}

private struct Person {
  /// Their own id, then those of their devices, the oldest first.
  let ids: [String]
  let formerAliases: [String]
}

/// What one person may see one variant of.
private struct Phase: Hashable {
  let experiment: Exact
  let number: Int
}
