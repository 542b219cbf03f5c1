package import Ledger
package import PaywallCatalog
import Subscribers

extension CustomerRow {
  package static let query = """
    SELECT number, environment, app_transaction_id, complete_at, apple_account,
      acquisition_signed_at, acquisition_revoked_at, store_type, platform
    FROM customers
    """
}

extension PurchaseChainRow {
  package static let query = """
    SELECT l.number, l.environment, original_transaction_id, decided_at, has_purchases, c.number,
      app_transaction_id, complete_at, apple_account, acquisition_signed_at,
      acquisition_revoked_at, store_type, platform
    FROM lines l JOIN customers c ON c.number = l.customer
    """
}

private enum Statements {
  static let customer = "\(CustomerRow.query) WHERE number = ?"
  static let namedCustomer = """
    \(CustomerRow.query) WHERE environment = ? AND app_transaction_id = ?
    """
  static let customersOfAccount = "\(CustomerRow.query) WHERE apple_account = ? ORDER BY number"
  static let newCustomer = NumberedInsertion(
    into: "customers", "environment, app_transaction_id")
  static let newAccount = NumberedInsertion(into: "apple_accounts")

  static let namedChain = """
    \(PurchaseChainRow.query) WHERE l.environment = ? AND original_transaction_id = ?
    """
  static let chainsOfCustomer = "\(PurchaseChainRow.query) WHERE customer = ? ORDER BY l.number"
  static let newChain = NumberedInsertion(
    into: "lines", "environment, original_transaction_id, customer, has_purchases")
}

extension SQLTables {
  package func customer(_ number: CustomerRow.Number) throws -> CustomerRow? {
    try lock([.customer(number)])
    return try first(Statements.customer, .integer(number), read: CustomerRow.init)
  }

  package func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    try lock([.customerName(appTransactionId, environment)])
    return try settled {
      if let known = reads.ahead?.customers[ReadAhead.Place(environment, appTransactionId)] {
        return known
      }
      return try first(
        Statements.namedCustomer, environment.cell, Cell.text(appTransactionId),
        read: CustomerRow.init)
    } locking: {
      $0.map { [.customer($0.number)] } ?? []
    }
  }

  package mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    let number = try add(
      Statements.newCustomer, [environment.cell, Cell.text(appTransactionId)])
    let customer = CustomerRow(
      number: number, environment: environment, appTransactionId: appTransactionId)
    // Others cannot know its number before the commit.
    try noteLock(ofNewCustomer: number)
    reads.ahead?.note(new: customer)
    return customer
  }

  package mutating func update(_ customer: CustomerRow) throws {
    reads.forgetRows()
    try run(
      """
      UPDATE customers SET app_transaction_id = ?, complete_at = ?, acquisition_signed_at = ?,
        acquisition_revoked_at = ?, store_type = ?, platform = ?
      WHERE number = ?
      """, Cell.text(customer.appTransactionId), Cell.moment(customer.completeAt),
      Cell.moment(customer.acquisition?.signedDate),
      Cell.moment(customer.acquisition?.revocationDate),
      Cell.text(customer.acquisition?.storeType), Cell.text(customer.acquisition?.platform),
      .integer(customer.number))
  }

  package mutating func addAppleAccount() throws -> AppleAccountNumber {
    try add(Statements.newAccount, [])
  }

  package mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws {
    try lock([.account(account), .customer(customer)])
    reads.forgetRows()
    try run(
      "UPDATE customers SET apple_account = ? WHERE number = ?", .integer(account),
      .integer(customer))
  }

  package func customers(of account: AppleAccountNumber) throws -> [CustomerRow] {
    try lock([.account(account)])
    return try settled {
      try each(Statements.customersOfAccount, .integer(account), read: CustomerRow.init)
    } locking: {
      $0.map { .customer($0.number) }
    }
  }

  package mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) throws {
    reads.forgetRows()
    let (old, new): (SQLValue, SQLValue) = (.integer(provisional), .integer(customer))
    try run("UPDATE lines SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE facts SET customer = ? WHERE customer = ?", new, old)
    let tables = [
      "grants", "given_access", "balance_postings", "webhook_events", "retention_answers",
      "seat_claims",
    ]
    for table in tables {
      try run("UPDATE \(table) SET customer = ? WHERE customer = ?", new, old)
    }
    try run(
      """
      INSERT INTO links (environment, user, customer, linked_at)
      SELECT environment, user, ?1, linked_at FROM links WHERE customer = ?2
      ON CONFLICT DO NOTHING
      """, new, old)
    try run("DELETE FROM links WHERE customer = ?", old)
    // The remaining rows go with the customer.
    try run(
      """
      UPDATE history_fetches SET customer = ?1 WHERE customer = ?2
        AND NOT EXISTS (SELECT 1 FROM history_fetches WHERE customer = ?1)
      """, new, old)
    try run(
      """
      INSERT INTO covariate_customers (environment, unit, experiment, phase, unit_kind, customer)
      SELECT environment, unit, experiment, phase, unit_kind, ?1 FROM covariate_customers
      WHERE customer = ?2 ON CONFLICT DO NOTHING
      """, new, old)
    try run("DELETE FROM customers WHERE number = ?", old)
  }

  package func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow? {
    try lock([.chain(originalTransactionId, environment)])
    return try settled {
      if let known = reads.ahead?.chains[ReadAhead.Place(environment, originalTransactionId)] {
        return known
      }
      return try first(
        Statements.namedChain, environment.cell, Cell.text(originalTransactionId),
        read: PurchaseChainRow.init)
    } locking: {
      $0.map { [.customer($0.owner.number)] } ?? []
    }
  }

  package func chains(of customer: CustomerRow.Number) throws -> [PurchaseChainRow] {
    if try lock([.customer(customer)]) { reads.forgetRows() }
    if let known = reads.ahead?.chainsOfCustomers[customer] { return known }
    return try each(
      Statements.chainsOfCustomer, .integer(customer), read: PurchaseChainRow.init)
  }

  package mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> PurchaseChainRow {
    let number = try add(
      Statements.newChain,
      [
        environment.cell, Cell.text(originalTransactionId), .integer(owner.number),
        Cell.flag(false),
      ])
    let chain = PurchaseChainRow(
      number: number, environment: environment,
      originalTransactionId: originalTransactionId, owner: owner)
    reads.ahead?.note(new: chain)
    return chain
  }

  package mutating func update(_ chain: PurchaseChainRow) throws {
    try run(
      "UPDATE lines SET customer = ?, decided_at = ?, has_purchases = ? WHERE number = ?",
      .integer(chain.owner.number), Cell.moment(chain.decidedAt), Cell.flag(chain.hasPurchases),
      .integer(chain.number))
    reads.ahead?.note(chain)
  }

  package mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    try lock([.id(user, environment)])
    let isNew = try writes(
      """
      INSERT INTO links (environment, user, customer, linked_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, environment.cell, Cell.text(user), .integer(customer), Cell.moment(now))
    if isNew { reads.changes.insert(user) }
  }

  package mutating func addToken(_ token: String, to chain: PurchaseChainRow) throws {
    try lock([.id(token, chain.environment)])
    let known = reads.ahead?.tokens[ReadAhead.Member(chain, token)]
    guard known != true else { return }
    let statement = "INSERT INTO tokens (token, line) VALUES (?, ?) ON CONFLICT DO NOTHING"
    let cells = [Cell.text(token), .integer(chain.number)]
    // It was missing under the lock of its name: no result to wait for.
    if known == false { try run(statement, cells) }
    if try known == false || writes(statement, cells) { reads.changes.insert(token) }
    reads.ahead?.tokens[ReadAhead.Member(chain, token)] = true
  }

  package func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    try lock([.id(user, environment)])
    let found = try each(
      """
      SELECT customer FROM links WHERE environment = ?1 AND user = ?2
      UNION ALL SELECT customer FROM tokens JOIN lines ON number = line
      WHERE token = ?3 AND environment = ?1
      """, environment.cell, Cell.text(user), Cell.text(token)
    ) { $0.int64(0) }
    return found.count < 2 ? found : Array(Set(found))
  }

  package func users(of customer: CustomerRow.Number) throws -> [String] {
    try lock([.customer(customer)])
    return try each(
      """
      SELECT user FROM links WHERE customer = ?1
      UNION SELECT token FROM tokens JOIN lines ON number = line WHERE customer = ?1
      """, .integer(customer)
    ) { try $0.required(0) }
  }
}
