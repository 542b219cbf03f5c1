import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers

extension PostgresTables: LedgerTables {
  private static let selectCustomers =
    "SELECT number, environment, app_transaction_id, complete_at, apple_account FROM customers"

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
      try first(
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
    let number = try number(
      "INSERT INTO customers (environment, app_transaction_id) VALUES (?, ?) RETURNING number",
      [environment.cell, Cell.text(appTransactionId)])
    return CustomerRow(
      number: number, environment: environment, appTransactionId: appTransactionId)
  }

  mutating func update(_ customer: CustomerRow) throws {
    try run(
      "UPDATE customers SET app_transaction_id = ?, complete_at = ? WHERE number = ?",
      Cell.text(customer.appTransactionId), Cell.moment(customer.completeAt),
      .integer(customer.number))
  }

  mutating func addAppleAccount() throws -> AppleAccountNumber {
    try number("INSERT INTO apple_accounts DEFAULT VALUES RETURNING number")
  }

  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws {
    try lock(.account(account), .customer(customer))
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

  private static let selectChains = """
    SELECT l.number, l.environment, original_transaction_id, decided_at, has_purchases, c.number,
      app_transaction_id, complete_at, apple_account
    FROM chains l JOIN customers c ON c.number = l.customer
    """

  func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow? {
    try lock(.chain(originalTransactionId, environment))
    return try settled {
      try first(
        """
        \(Self.selectChains) WHERE l.environment = ? AND original_transaction_id = ?
        """, environment.cell, Cell.text(originalTransactionId), read: PurchaseChainRow.init)
    } locking: {
      $0.map { [.customer($0.owner.number)] } ?? []
    }
  }

  func chains(of customer: CustomerRow.Number) throws -> [PurchaseChainRow] {
    try lock(.customer(customer))
    return try each(
      """
      \(Self.selectChains) WHERE customer = ? ORDER BY l.number
      """, .integer(customer), read: PurchaseChainRow.init)
  }

  mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> PurchaseChainRow {
    let number = try number(
      """
      INSERT INTO chains (environment, original_transaction_id, customer, has_purchases)
      VALUES (?, ?, ?, 0) RETURNING number
      """, [environment.cell, Cell.text(originalTransactionId), .integer(owner.number)])
    return PurchaseChainRow(
      number: number, environment: environment,
      originalTransactionId: originalTransactionId, owner: owner)
  }

  mutating func update(_ chain: PurchaseChainRow) throws {
    try run(
      "UPDATE chains SET customer = ?, decided_at = ?, has_purchases = ? WHERE number = ?",
      .integer(chain.owner.number), Cell.moment(chain.decidedAt), Cell.flag(chain.hasPurchases),
      .integer(chain.number))
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
    let isNew = try writes(
      "INSERT INTO tokens (token, chain) VALUES (?, ?) ON CONFLICT DO NOTHING", Cell.text(token),
      .integer(chain.number))
    if isNew { changes.insert(token) }
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
    }
  }
}

extension CustomerRow {
  fileprivate init(_ row: SQLRow) throws {
    try self.init(
      number: row.int64(0), environment: AppStoreEnvironment(code: row.int(1)),
      appTransactionId: row.text(2), completeAt: row.moment(3), appleAccount: row.int64(optional: 4)
    )
  }
}

extension PurchaseChainRow {
  fileprivate init(_ row: SQLRow) throws {
    let environment = try AppStoreEnvironment(code: row.int(1))
    let owner = CustomerRow(
      number: row.int64(5), environment: environment, appTransactionId: row.text(6),
      completeAt: row.moment(7), appleAccount: row.int64(optional: 8))
    try self.init(
      number: row.int64(0), environment: environment,
      originalTransactionId: row.required(2), owner: owner, decidedAt: row.moment(3),
      hasPurchases: row.flag(4) ?? false)
  }
}
