package import PaywallCatalog
package import Subscribers

extension LedgerTables {
  /// Gives access to the one customer of a name, or to a user id, which need not be known. A repeat
  /// of a record changes nothing.
  ///
  /// - Parameter limit: of records by hand that one giver may give a UTC day; `nil` for none.
  package mutating func give(
    _ access: GivenAccess, to name: CustomerName, atMost limit: Int?,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> AccessOutcome {
    let holder = try recordHolder(of: name, in: environment)
    switch holder {
    case .known, .newUser: break
    case .unknownCustomer: return .unknownCustomer
    case .severalCustomers(let count): return .severalCustomers(count)
    }
    let held = try self.access(access.id, from: access.source, in: environment)
    if let held {
      guard case .known(let row) = holder, row.number == held.customer else { return .taken }
      guard access.supersedes(held.access) else {
        return .given(HeldAccess(held.access, of: row), isNew: false)
      }
    }
    if let limit, access.source == .manual {
      let isCounted =
        held.map { $0.access.givenAt >= now.startOfDay && $0.access.giver == access.giver } ?? false
      let count = try countOfAccess(byHandOf: access.giver, since: now.startOfDay)
      guard count < limit || isCounted else { return .limitReached }
    }
    let row = try row(of: holder, in: environment)
    try put(access, of: row, at: now)
    return .given(HeldAccess(access, of: row), isNew: true)
  }

  /// Ends access now. What has ended stays as it is.
  ///
  /// - Returns: the record as it is now; `nil` if these people have none of this id.
  package mutating func revokeAccess(
    _ id: String, from source: GivenAccess.Source, of name: CustomerName,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> HeldAccess? {
    let linked: [CustomerRow] =
      if case .user = name { try owners(of: name, in: environment) } else { [] }
    let holders = try recordHolders(of: name, in: environment) + linked
    guard let held = try access(id, from: source, in: environment),
      let holder = holders.first(where: { $0.number == held.customer })
    else { return nil }
    var access = held.access
    if access.end > now {
      access.revokedAt = now
      try put(access, of: holder, at: now)
    }
    return HeldAccess(access, of: holder)
  }

  /// Writes a record, and tells what it changes.
  private mutating func put(
    _ access: GivenAccess, of holder: CustomerRow, at now: Timestamp
  ) throws {
    try changeEntitlements(of: [holder], by: .access(access), at: now) {
      try $0.put(access, of: holder)
    }
  }
}
