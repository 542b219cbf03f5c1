import Catalog
import GRDB
import Ledger
import Subscribers

extension SQLiteTables: LedgerTables {
  func customer(_ number: CustomerRow.Number) throws -> CustomerRow? {
    try first(
      """
      SELECT number, environment, app_transaction_id, complete_at FROM customers WHERE number = ?
      """, number.databaseValue, read: CustomerRow.init)
  }

  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    try first(
      """
      SELECT number, environment, app_transaction_id, complete_at FROM customers
      WHERE environment = ? AND app_transaction_id = ?
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
      "UPDATE customers SET app_transaction_id = ?, complete_at = ? WHERE number = ?",
      Cell.text(customer.appTransactionId), Cell.moment(customer.completeAt),
      customer.number.databaseValue)
  }

  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) throws {
    let (old, new) = (provisional.databaseValue, customer.databaseValue)
    try run("UPDATE lines SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE facts SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE grants SET customer = ? WHERE customer = ?", new, old)
    try run("UPDATE OR IGNORE links SET customer = ? WHERE customer = ?", new, old)
    try run("DELETE FROM links WHERE customer = ?", old)
    try run("DELETE FROM customers WHERE number = ?", old)
  }

  func line(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> LineRow? {
    try first(
      """
      SELECT number, environment, original_transaction_id, customer, decided_at, has_purchases
      FROM lines WHERE environment = ? AND original_transaction_id = ?
      """, environment.cell, Cell.text(originalTransactionId), read: LineRow.init)
  }

  func lines(of customer: CustomerRow.Number) throws -> [LineRow] {
    try each(
      """
      SELECT number, environment, original_transaction_id, customer, decided_at, has_purchases
      FROM lines WHERE customer = ? ORDER BY number
      """, customer.databaseValue, read: LineRow.init)
  }

  mutating func addLine(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    customer: CustomerRow.Number
  ) throws -> LineRow {
    try run(
      """
      INSERT INTO lines (environment, original_transaction_id, customer, has_purchases)
      VALUES (?, ?, ?, 0)
      """, environment.cell, Cell.text(originalTransactionId), customer.databaseValue)
    return LineRow(
      number: database.lastInsertedRowID, environment: environment,
      originalTransactionId: originalTransactionId, customer: customer)
  }

  mutating func update(_ line: LineRow) throws {
    try run(
      "UPDATE lines SET customer = ?, decided_at = ?, has_purchases = ? WHERE number = ?",
      line.customer.databaseValue, Cell.moment(line.decidedAt), Cell.flag(line.hasPurchases),
      line.number.databaseValue)
  }

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    try run(
      """
      INSERT INTO links (environment, user, customer, linked_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, environment.cell, Cell.text(user), customer.databaseValue, Cell.moment(now))
  }

  mutating func addToken(_ token: String, to line: LineRow) throws {
    try run(
      "INSERT INTO tokens (token, line) VALUES (?, ?) ON CONFLICT DO NOTHING", Cell.text(token),
      line.number.databaseValue)
  }

  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    try each(
      """
      SELECT customer FROM links WHERE environment = ?1 AND user = ?2
      UNION SELECT customer FROM tokens JOIN lines ON number = line
      WHERE token = ?3 AND environment = ?1
      """, environment.cell, Cell.text(user), Cell.text(token)
    ) { $0.int64(0) }
  }

  func users(of customer: CustomerRow.Number) throws -> [String] {
    try each(
      """
      SELECT user FROM links WHERE customer = ?1
      UNION SELECT token FROM tokens JOIN lines ON number = line WHERE customer = ?1
      """, customer.databaseValue
    ) { try $0.required(0) }
  }
}

extension CustomerRow {
  fileprivate init(_ row: Row) throws {
    try self.init(
      number: row.int64(0), environment: AppStoreEnvironment(code: row.int(1)),
      appTransactionId: row.text(2), completeAt: row.moment(3))
  }
}

extension LineRow {
  fileprivate init(_ row: Row) throws {
    try self.init(
      number: row.int64(0), environment: AppStoreEnvironment(code: row.int(1)),
      originalTransactionId: row.required(2), customer: row.int64(3), decidedAt: row.moment(4),
      hasPurchases: row.flag(5) ?? false)
  }
}
