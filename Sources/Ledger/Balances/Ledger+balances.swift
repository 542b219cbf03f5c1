package import PaywallCatalog
package import Subscribers

/// One call at a time changes what products give.
private let creditsLock = LockName.table("product_credits")

// Balances of currencies that products give and the team's server spends.
extension Ledger {
  /// Takes the credits of a configuration's products: new purchases are credited by them from now on.
  /// Earlier credits do not change.
  package func setCredits(_ products: some Collection<Product> & Sendable)
    async throws(LedgerFailure)
  {
    let credits = Dictionary(
      products.filter { !$0.currencies.isEmpty }.map { ($0.id, $0.currencies) }
    ) { first, _ in first }
    guard try await read(.request, { try $0.credits() != credits }) else { return }
    try await write([creditsLock]) { try $0.put(credits: credits) }
  }

  /// See `LedgerTables.post`.
  package func post(
    _ request: BalanceChange, to name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> BalanceOutcome {
    let key = LockName.table("balance_postings/\(environment.code)/\(request.id)")
    return try await write(LockName.names(of: name, environment) + [key]) {
      try $0.post(request, to: name, in: environment, at: now)
    }
  }

  /// The balances of a name with their newest postings.
  ///
  /// - Returns: `nil` if nothing is known by the name.
  package func balance(
    of name: CustomerName, in environment: AppStoreEnvironment, newest limit: Int
  ) async throws(LedgerFailure) -> HeldBalance? {
    try await read(.list) { tables in
      let rows = try tables.balanceRows(of: name, in: environment)
      guard !rows.persons.isEmpty else { return nil }
      let newest = try rows.all.flatMap { row in
        try tables.newestPostings(of: row.number, limit: limit).map {
          (number: $0.number, held: HeldPosting($0.posting, of: row))
        }
      }.sorted { $0.number > $1.number }.prefix(limit)
      return HeldBalance(
        environment: environment, balances: try tables.balances(of: rows),
        postings: newest.map(\.held))
    }
  }

  /// Reads what customers of a name, and a user id itself, have besides purchases: given access, seats and
  /// balances.
  ///
  /// - Parameters:
  ///   - name: `nil` for none. The customers who are linked to a user of this name are among them.
  ///   - user: of whom the records of the id itself are read; `nil` for none.
  /// - Returns: `nil` if there is no record.
  package func givenHistory(
    of name: CustomerName?, user: String?, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> CustomerHistory? {
    try await read(.lookUp) { tables in
      let (hasAccess, hasPostings) = (try tables.hasAccess(), try tables.hasPostings())
      let hasSeats = try tables.hasSeats()
      guard hasAccess || hasPostings || hasSeats else { return nil }
      let holders = try tables.recordHolders(of: name, user: user, in: environment)
      var history = CustomerHistory(environment: environment)
      if hasAccess { history.access = try holders.flatMap { try tables.access(of: $0.number) } }
      if hasPostings {
        history.balances = try tables.balances(
          of: tables.balanceRows(of: name, user: user, in: environment))
      }
      if hasSeats { history.seats = try holders.flatMap { try tables.heldSeats(of: $0.number) } }
      let isEmpty = history.access.isEmpty && history.balances.isEmpty && history.seats.isEmpty
      return isEmpty ? nil : history
    }
  }
}

/// The balances of a person.
package struct HeldBalance: Hashable, Sendable {
  package let environment: AppStoreEnvironment
  /// By currency.
  package let balances: [String: Int64]
  /// The newest first.
  package let postings: [HeldPosting]
}

extension StoredTables {
  /// The rows that have the records of customers and of a user id itself.
  func recordHolders(
    of name: CustomerName?, user: String?, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    let linked = try name.map { try owners(of: $0, in: environment) } ?? []
    return try linked + (user.map { try recordHolders(of: .user($0), in: environment) } ?? [])
  }
}
