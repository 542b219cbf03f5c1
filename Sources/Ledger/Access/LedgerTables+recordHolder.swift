import PaywallCatalog

/// The row that a request of the team's server about a person writes to.
enum RecordHolder {
  case known(CustomerRow)
  /// A user id without a row, which may be new.
  case newUser(String)
  case unknownCustomer
  case severalCustomers(Int)
}

extension LedgerTables {
  /// The row of a user id, or of the one customer of another name.
  func recordHolder(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> RecordHolder {
    let holders = try recordHolders(of: name, in: environment)
    if let holder = holders.first, holders.count == 1 { return .known(holder) }
    if case .user(let user) = name { return .newUser(user) }
    return holders.isEmpty ? .unknownCustomer : .severalCustomers(holders.count)
  }

  /// The rows that have the records of a name. That of a user id is no link to its customers.
  func recordHolders(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    guard case .user(let user) = name else { return try owners(of: name, in: environment) }
    let name = CustomerRow.name(ofUser: user)
    return try customer(appTransactionId: name, in: environment).map { [$0] } ?? []
  }

  /// The row of a holder that was found, added for a user id without one.
  mutating func row(
    of holder: RecordHolder, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    switch holder {
    case .known(let row): row
    case .newUser(let user):
      try addCustomer(appTransactionId: CustomerRow.name(ofUser: user), in: environment)
    case .unknownCustomer, .severalCustomers: throw UnreadableRow("a record without a customer")
    }
  }

  /// Erases what was given to a user id.
  mutating func removeRecords(ofUser id: String, in environment: AppStoreEnvironment) throws {
    for holder in try recordHolders(of: .user(id), in: environment) {
      try leaveEndedSeats(of: holder.number)
      try removeHolder(holder.number)
    }
  }
}
