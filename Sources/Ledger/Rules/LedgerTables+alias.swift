package import Catalog
package import Subscribers

/// So many ids of one person are followed; beyond it they are kept and pass for somebody else's.
private let mostFollowed = 64

extension LedgerTables {
  /// Notes that an anonymous id is a user's, if it is nobody's yet.
  package mutating func alias(
    _ anonymousId: String, to user: String, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> AliasOutcome {
    guard Exact(anonymousId) != Exact(user) else { return .already }
    if let holder = try self.user(ofAlias: anonymousId, in: environment) {
      return Exact(holder) == Exact(user) ? .already : .taken
    }
    try addAlias(anonymousId, to: user, in: environment, at: now)
    _ = try markConflicts(around: anonymousId, in: environment)
    return .new
  }

  /// The recorded assignments of these units and of their aliases, by unit and then by the moment.
  package func assignments(
    of units: [String], in environment: AppStoreEnvironment
  ) throws -> [RecordedAssignment] {
    let people = try Set(units.flatMap { try ids(below: $0, in: environment) }.map(Exact.init))
    return try people.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.flatMap {
      try records(of: $0.text, in: environment).map(\.assignment)
        .sorted { $0.isOlder(than: $1) }
    }
  }

  /// Under which ids recorded assignments are found, if under one of these, which may be new: these
  /// and those whose aliases they are.
  package func finders(
    by ids: some Sequence<String>, in environment: AppStoreEnvironment
  ) throws -> [String] {
    try ids.flatMap { id -> [String] in
      let hasRecords = try self.ids(below: id, in: environment).contains {
        try !records(of: $0, in: environment).isEmpty
      }
      return hasRecords ? try [id] + self.ids(above: id, in: environment) : []
    }
  }

  /// Leaves out of the results whoever has seen two variants of a phase under ids of one person.
  ///
  /// - Returns: whether a row was marked by it.
  mutating func markConflicts(
    around unit: String, in environment: AppStoreEnvironment
  ) throws -> Bool {
    let top = try ids(above: unit, in: environment).last ?? unit
    let ids = try Set(ids(below: top, in: environment).map(Exact.init)).union([Exact(unit)])
    guard ids.count > 1 else { return false }
    let rows = try ids.flatMap { try records(of: $0.text, in: environment) }
    let phases = Dictionary(grouping: rows) {
      Phase(experiment: Exact($0.assignment.experiment), number: $0.assignment.phase)
    }
    var isMarked = false
    for rows in phases.values where Set(rows.map { Exact($0.assignment.variant) }).count > 1 {
      for var row in rows where !row.isConflict {
        row.isConflict = true
        try put(row, in: environment)
        isMarked = true
      }
    }
    return isMarked
  }

  /// An id and all that are aliases of it, also by way of others; each once, so that a ring ends.
  ///
  /// - Parameter limit: how many of them at the most, the nearest and oldest first.
  func ids(
    below id: String, in environment: AppStoreEnvironment, limit: Int = mostFollowed + 1
  ) throws -> [String] {
    var (found, seen) = ([id], Set([Exact(id)]))
    var next = 0
    while next < found.count, found.count < limit {
      for alias in try aliases(
        of: found[next], in: environment, limit: limit)
      where found.count < limit && seen.insert(Exact(alias)).inserted {
        found.append(alias)
      }
      next += 1
    }
    return found
  }

  /// Whose alias an id is, and whose that one is, and so on, the nearest first.
  func ids(above id: String, in environment: AppStoreEnvironment) throws -> [String] {
    var (found, seen) = ([String](), Set([Exact(id)]))
    var last = id
    while found.count < mostFollowed, let user = try user(ofAlias: last, in: environment),
      seen.insert(Exact(user)).inserted
    {
      found.append(user)
      last = user
    }
    return found
  }
}

/// What one person may see one variant of.
private struct Phase: Hashable {
  let experiment: Exact
  let number: Int
}
