package import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Erases the customers of a name, and the recorded assignments, exposures and aliases of their
  /// users. Grants and marks stay under hashes of the ids.
  ///
  /// - Parameter values: what of the erased goes on to count in results; `nil` is nothing.
  /// - Returns: how many customers were erased.
  package mutating func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)? = nil
  ) throws -> Int {
    let owners = try owners(of: name, in: environment)
    let users = try owners.flatMap { try self.users(of: $0.number) }
    let units = try units(of: users.flatMap(JoinForm.spellings), in: environment)
    let named = if case .user(let user) = name { JoinForm.spellings(of: user) } else { [String]() }
    let covariates = try owners.flatMap { try covariateKeys(of: $0.number) }
    let touched =
      try self.units(touchedBy: users + named, owners, in: environment)
      + covariates.map(\.unit.text)
    let joined = values == nil ? [] : try unitsJoined(to: touched, in: environment)
    let counted = try personValues(ofUnits: joined, by: values, in: environment)
    let arrival = try arrival(in: environment)
    for owner in owners { try forget(owner, at: now) }
    // Users who share a device with the erased one stay.
    let alone = try users.filter { try hasNoCustomer($0, in: environment) }
    let names = Set((alone.flatMap(JoinForm.spellings) + named).map(UTF8Key.init)).map(\.text)
    let ids = names.sorted { $0.precedes($1) }
    try forgetRecords(of: ids, in: environment)
    for id in ids { try removeRecords(ofUser: id, in: environment) }
    // They rest on the purchases of the erased customers, also if their units stay. Older ones do
    // not say on whose.
    for key in covariates { try remove(.covariates, like: key, in: environment) }
    for unit in units { try remove(.covariates, ofUnit: unit, in: environment) }
    try keepValues(ofUnits: joined, since: counted, by: values, in: environment)
    try keepArrival(since: arrival, in: environment)
    return owners.count
  }

  /// Erases the records of users and of the anonymous ids that are surely theirs. An id that only an
  /// app has claimed, or that two users claim, could be another person's: its alias is removed and its
  /// records stay. An id that is known as a user's by now is no longer an alias, and keeps its records.
  private mutating func forgetRecords(
    of users: [String], in environment: AppStoreEnvironment
  ) throws {
    let aliases = try users.map { try self.aliases(of: $0, in: environment, limit: .max) }
    let erased = try aliases.map { aliases in
      try aliases.filter { try $0.erasesRecords && !isUser($0.anonymousId, in: environment) }
        .map(\.anonymousId)
    }
    // All at once: whether a person counts depends on the other ids, in any order.
    let all = Set((erased.flatMap(\.self) + users).map(UTF8Key.init)).map(\.text)
    try eraseHeldOut(of: all.sorted { $0.precedes($1) }, in: environment)
    for (index, user) in users.enumerated() {
      for id in erased[index] {
        try eraseRecords(of: id, in: environment)
        try removeSightings(ofId: id, in: environment)
        try removeConflicts(ofUnit: id, in: environment)
      }
      for alias in aliases[index] { try removeAlias(alias.anonymousId, in: environment) }
      try eraseRecords(of: user, in: environment)
      try removeSightings(ofId: user, in: environment)
      try removeConflicts(ofUnit: user, in: environment)
      try removeAlias(user, in: environment)
    }
  }

  private mutating func forget(_ customer: CustomerRow, at now: Timestamp) throws {
    let chains = try chains(of: customer.number)
    for chain in chains { try eraseSeats(of: chain, at: now) }
    let marks = try history(of: customer).marksToKeep
    let hashes = try Self.ids(of: customer, chains: chains).map {
      try hash(of: $0, in: customer.environment)
    }
    // The remnant still counts in the limits of the other customers of the account.
    let sameAccount = try othersOfAccount(of: customer)
    let others = try sameAccount.flatMap { other in
      try Self.ids(of: other, chains: self.chains(of: other.number)).map {
        try hash(of: $0, in: other.environment)
      }
    }
    let earlier = Set(try (hashes + others).compactMap { try self.remnant(hash: $0) }).sorted()
    let accounts = try earlier.compactMap { try self.account(of: $0) }
    let account = customer.appleAccount ?? accounts.first
    let remnant = try earlier.first ?? addRemnant()
    if let account { try put(remnant, inAccount: account) }
    for other in earlier.dropFirst() { try merge(other, into: remnant) }
    for hash in hashes + others where try self.remnant(hash: hash) == nil {
      try add(hash: hash, to: remnant)
    }
    for hash in hashes { try put(erasedAt: now, hash: hash) }
    let held = Set(try self.marks(of: remnant))
    for mark in marks where !held.contains(mark) { try add(mark, to: remnant) }
    try leaveBalances(of: customer, to: sameAccount, at: now)
    try leaveEndedSeats(of: customer.number)
    try removeSightings(of: customer.number)
    try erase(customer.number, leaving: remnant)
  }
}
