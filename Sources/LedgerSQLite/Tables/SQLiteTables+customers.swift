import PaywallCatalog
import GRDB
import Ledger
import LedgerStorage
import PaywallSubscribers

extension SQLiteTables: StoredTables {
  private static let selectCustomers = """
    SELECT number, environment, app_transaction_id, complete_at, apple_account,
      acquisition_signed_at, acquisition_revoked_at, store_type, platform
    FROM customers
    """

  func customer(_ number: CustomerRow.Number) throws -> CustomerRow? {
    try first(
      """
      \(Self.selectCustomers) WHERE number = ?
      """, .integer(number), read: CustomerRow.init)
  }

  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    try first(
      """
      \(Self.selectCustomers) WHERE environment = ? AND app_transaction_id = ?
      """, environment.cell, Cell.text(appTransactionId), read: CustomerRow.init)
  }

  mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    try run(
      "INSERT INTO customers (environment, app_transaction_id) VALUES (?, ?)", environment.cell,
      Cell.text(appTransactionId))
    return CustomerRow(
      number: database.lastInsertedRowID, environment: environment,
      appTransactionId: appTransactionId)
  }

  mutating func update(_ customer: CustomerRow) throws {
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
    try run("INSERT INTO apple_accounts DEFAULT VALUES")
    return database.lastInsertedRowID
  }

  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws {
    try run(
      "UPDATE customers SET apple_account = ? WHERE number = ?", .integer(account),
      .integer(customer))
  }

  func customers(of account: AppleAccountNumber) throws -> [CustomerRow] {
    try each(
      "\(Self.selectCustomers) WHERE apple_account = ? ORDER BY number", .integer(account),
      read: CustomerRow.init)
  }

  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) throws {
    let (old, new): (SQLValue, SQLValue) = (.integer(provisional), .integer(customer))
    try run("UPDATE lines SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE facts SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE grants SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE OR IGNORE links SET customer = ? WHERE customer = ?", new, old)
    try run("DELETE FROM links WHERE customer = ?", old)
    // What is left goes with the customer.
    try run("UPDATE OR IGNORE history_fetches SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE OR IGNORE covariate_customers SET customer = ? WHERE customer = ?", new, old)
    try run("DELETE FROM customers WHERE number = ?", old)
  }

  static let selectChains = """
    SELECT l.number, l.environment, original_transaction_id, decided_at, has_purchases, c.number,
      app_transaction_id, complete_at, apple_account, acquisition_signed_at,
      acquisition_revoked_at, store_type, platform
    FROM lines l JOIN customers c ON c.number = l.customer
    """

  func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow? {
    try first(
      """
      \(Self.selectChains) WHERE l.environment = ? AND original_transaction_id = ?
      """, environment.cell, Cell.text(originalTransactionId), read: PurchaseChainRow.init)
  }

  func chains(of customer: CustomerRow.Number) throws -> [PurchaseChainRow] {
    try each(
      """
      \(Self.selectChains) WHERE customer = ? ORDER BY l.number
      """, .integer(customer), read: PurchaseChainRow.init)
  }

  mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> PurchaseChainRow {
    try run(
      """
      INSERT INTO lines (environment, original_transaction_id, customer, has_purchases)
      VALUES (?, ?, ?, 0)
      """, environment.cell, Cell.text(originalTransactionId), .integer(owner.number))
    return PurchaseChainRow(
      number: database.lastInsertedRowID, environment: environment,
      originalTransactionId: originalTransactionId, owner: owner)
  }

  mutating func update(_ chain: PurchaseChainRow) throws {
    try run(
      "UPDATE lines SET customer = ?, decided_at = ?, has_purchases = ? WHERE number = ?",
      .integer(chain.owner.number), Cell.moment(chain.decidedAt), Cell.flag(chain.hasPurchases),
      .integer(chain.number))
  }

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    try run(
      """
      INSERT INTO links (environment, user, customer, linked_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, environment.cell, Cell.text(user), .integer(customer), Cell.moment(now))
    if didChange { changes.insert(user) }
  }

  mutating func addToken(_ token: String, to chain: PurchaseChainRow) throws {
    try run(
      "INSERT INTO tokens (token, line) VALUES (?, ?) ON CONFLICT DO NOTHING", Cell.text(token),
      .integer(chain.number))
    if didChange { changes.insert(token) }
  }

  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    let found = try each(
      """
      SELECT customer FROM links WHERE environment = ?1 AND user = ?2
      UNION ALL SELECT customer FROM tokens JOIN lines ON number = line
      WHERE token = ?3 AND environment = ?1
      """, environment.cell, Cell.text(user), Cell.text(token)
    ) { $0.int64(0) }
    return found.count < 2 ? found : Array(Set(found))
  }

  func users(of customer: CustomerRow.Number) throws -> [String] {
    try each(
      """
      SELECT user FROM links WHERE customer = ?1
      UNION SELECT token FROM tokens JOIN lines ON number = line WHERE customer = ?1
      """, .integer(customer)
    ) { try $0.required(0) }
  }
}
