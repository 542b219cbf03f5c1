import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers

extension PostgresTables: StoredTables {
  static let selectCustomers = """
    SELECT number, environment, app_transaction_id, complete_at, apple_account,
      acquisition_signed_at, acquisition_revoked_at, store_type, platform
    FROM customers
    """

  func customer(_ number: CustomerRow.Number) throws -> CustomerRow? {
    try lock(.customer(number))
    return try first(
      """
      \(Self.selectCustomers) WHERE number = ?
      """, .integer(number), read: CustomerRow.init)
  }

  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    try lock(.customerName(appTransactionId, environment))
    return try settled {
      if let known = reads.ahead.customers[ReadAhead.Place(environment, appTransactionId)] {
        return known
      }
      return try first(
        """
        \(Self.selectCustomers) WHERE environment = ? AND app_transaction_id = ?
        """, environment.cell, Cell.text(appTransactionId), read: CustomerRow.init)
    } locking: {
      $0.map { [.customer($0.number)] } ?? []
    }
  }

  mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    let cells = [environment.cell, Cell.text(appTransactionId)]
    let number: Int64
    if let reserved = reserved(.customers) {
      number = reserved
      try run(
        "INSERT INTO customers (number, environment, app_transaction_id) VALUES (?, ?, ?)",
        [.integer(reserved)] + cells)
    } else {
      number = try self.number(
        "INSERT INTO customers (environment, app_transaction_id) VALUES (?, ?) RETURNING number",
        cells)
    }
    let customer = CustomerRow(
      number: number, environment: environment, appTransactionId: appTransactionId)
    // Others cannot know its number before the commit.
    try locks.note(tried: [LockName.customer(number).key(locks.seed): true])
    reads.ahead.note(new: customer)
    return customer
  }

  mutating func update(_ customer: CustomerRow) throws {
    reads.ahead.drop()
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

  mutating func addAppleAccount() throws -> AppleAccountNumber {
    try number("INSERT INTO apple_accounts DEFAULT VALUES RETURNING number")
  }

  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws {
    try lock(.account(account), .customer(customer))
    reads.ahead.drop()
    try run(
      "UPDATE customers SET apple_account = ? WHERE number = ?", .integer(account),
      .integer(customer))
  }

  func customers(of account: AppleAccountNumber) throws -> [CustomerRow] {
    try lock(.account(account))
    return try settled {
      try each(
        "\(Self.selectCustomers) WHERE apple_account = ? ORDER BY number", .integer(account),
        read: CustomerRow.init)
    } locking: {
      $0.map { .customer($0.number) }
    }
  }

  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) throws {
    reads.ahead.drop()
    let (old, new): (SQLValue, SQLValue) = (.integer(provisional), .integer(customer))
    try run("UPDATE chains SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE facts SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE grants SET customer = ? WHERE customer = ?", new, old)
    try run(
      """
      INSERT INTO links (environment, user_id, customer, linked_at)
      SELECT environment, user_id, ?1, linked_at FROM links WHERE customer = ?2
      ON CONFLICT DO NOTHING
      """, new, old)
    try run("DELETE FROM links WHERE customer = ?", old)
    // What is left goes with the customer.
    try run(
      """
      UPDATE history_fetches SET customer = ?1 WHERE customer = ?2
        AND NOT EXISTS (SELECT 1 FROM history_fetches WHERE customer = ?1)
      """, new, old)
    try run(
      """
      INSERT INTO covariate_customers
      SELECT environment, unit, experiment, phase, unit_kind, ?1 FROM covariate_customers
      WHERE customer = ?2 ON CONFLICT DO NOTHING
      """, new, old)
    try run("DELETE FROM customers WHERE number = ?", old)
  }

  static let selectChains = """
    SELECT l.number, l.environment, original_transaction_id, decided_at, has_purchases, c.number,
      app_transaction_id, complete_at, apple_account, acquisition_signed_at,
      acquisition_revoked_at, store_type, platform
    FROM chains l JOIN customers c ON c.number = l.customer
    """

  func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow? {
    try lock(.chain(originalTransactionId, environment))
    return try settled {
      if let known = reads.ahead.chains[ReadAhead.Place(environment, originalTransactionId)] {
        return known
      }
      return try first(
        """
        \(Self.selectChains) WHERE l.environment = ? AND original_transaction_id = ?
        """, environment.cell, Cell.text(originalTransactionId), read: PurchaseChainRow.init)
    } locking: {
      $0.map { [.customer($0.owner.number)] } ?? []
    }
  }

  func chains(of customer: CustomerRow.Number) throws -> [PurchaseChainRow] {
    if try lock(.customer(customer)) { reads.ahead.drop() }
    if let known = reads.ahead.chainsOfCustomers[customer] { return known }
    return try each(
      """
      \(Self.selectChains) WHERE customer = ? ORDER BY l.number
      """, .integer(customer), read: PurchaseChainRow.init)
  }

  mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> PurchaseChainRow {
    let cells = [environment.cell, Cell.text(originalTransactionId), .integer(owner.number)]
    let number: Int64
    if let reserved = reserved(.chains) {
      number = reserved
      try run(
        """
        INSERT INTO chains (number, environment, original_transaction_id, customer, has_purchases)
        VALUES (?, ?, ?, ?, 0)
        """, [.integer(reserved)] + cells)
    } else {
      number = try self.number(
        """
        INSERT INTO chains (environment, original_transaction_id, customer, has_purchases)
        VALUES (?, ?, ?, 0) RETURNING number
        """, cells)
    }
    let chain = PurchaseChainRow(
      number: number, environment: environment,
      originalTransactionId: originalTransactionId, owner: owner)
    reads.ahead.note(new: chain)
    return chain
  }

  mutating func update(_ chain: PurchaseChainRow) throws {
    try run(
      "UPDATE chains SET customer = ?, decided_at = ?, has_purchases = ? WHERE number = ?",
      .integer(chain.owner.number), Cell.moment(chain.decidedAt), Cell.flag(chain.hasPurchases),
      .integer(chain.number))
    reads.ahead.note(chain)
  }

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    try lock(.id(user, environment))
    let isNew = try writes(
      """
      INSERT INTO links (environment, user_id, customer, linked_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, environment.cell, Cell.text(user), .integer(customer), Cell.moment(now))
    if isNew { changes.insert(user) }
  }

  mutating func addToken(_ token: String, to chain: PurchaseChainRow) throws {
    try lock(.id(token, chain.environment))
    let known = reads.ahead.tokens[ReadAhead.Member(chain, token)]
    guard known != true else { return }
    let statement = "INSERT INTO tokens (token, chain) VALUES (?, ?) ON CONFLICT DO NOTHING"
    let cells = [Cell.text(token), .integer(chain.number)]
    // Not there under the lock of its name: no result to wait for.
    if known == false { try run(statement, cells) }
    if try known == false || writes(statement, cells) { changes.insert(token) }
    reads.ahead.note(token: token, of: chain)
  }

  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    try lock(.id(user, environment))
    let found = try each(
      """
      SELECT customer FROM links WHERE environment = ?1 AND user_id = ?2
      UNION ALL SELECT customer FROM tokens JOIN chains ON number = chain
      WHERE token = ?3 AND environment = ?1
      """, environment.cell, Cell.text(user), Cell.text(token)
    ) { $0.int64(0) }
    return found.count < 2 ? found : Array(Set(found))
  }

  func users(of customer: CustomerRow.Number) throws -> [String] {
    try lock(.customer(customer))
    return try each(
      """
      SELECT user_id FROM links WHERE customer = ?1
      UNION SELECT token FROM tokens JOIN chains ON number = chain WHERE customer = ?1
      """, .integer(customer)
    ) { try $0.required(0) }
  }
}

extension PostgresTables {
  /// What a read finds once everything that it names is locked.
  func settled<Output>(
    _ read: () throws -> Output, locking names: (Output) -> [LockName]
  ) throws -> Output {
    while true {
      let found = try read()
      guard try lock(names(found)) else { return found }
      // It was read without this lock.
      reads.ahead.drop()
    }
  }
}
