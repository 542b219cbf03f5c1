package import Ledger
package import PaywallCatalog
import PaywallSubscribers

private enum Statements {
  /// Without what no purchase depends on, and is slow to read.
  static let columns = ["app_account_token", "previous_original_transaction_id", "bundle"]
    .reduce(TransactionFact.columns) { $0.replacing($1, with: "NULL") }

  static let purchases = """
    SELECT \(columns), l.number, l.original_transaction_id, l.customer
    FROM lines AS l JOIN transactions AS t ON t.line = l.number
    WHERE l.environment = ? AND l.has_purchases = 1 ORDER BY l.customer, l.number
    """

  static let renewals = """
    SELECT \(RenewalFact.columns), l.number, l.original_transaction_id, l.customer
    FROM renewals AS r JOIN lines AS l ON l.number = r.line
    WHERE l.environment = ? AND l.has_purchases = 1 AND r.grace_period_expires_date IS NOT NULL
    """
}

extension SQLTables {
  package func eachCustomer(
    in environment: AppStoreEnvironment, _ body: (CustomerPurchases) throws -> Void
  ) throws {
    var renewals: [CustomerRow.Number: [RenewalFact]] = [:]
    try forEach(Statements.renewals, [environment.cell]) { row in
      let chain = try PurchaseChainRow(row, from: RenewalFact.columnCount, in: environment)
      renewals[chain.owner.number, default: []].append(try RenewalFact(row, in: chain))
    }
    var chain: PurchaseChainRow?
    var purchases = CustomerPurchases()
    func finish() throws {
      guard let chain else { return }
      purchases.renewals = renewals[chain.owner.number] ?? []
      try body(purchases)
      purchases.transactions.removeAll(keepingCapacity: true)
    }
    try forEach(Statements.purchases, [environment.cell]) { row in
      let column = TransactionFact.columnCount
      if chain?.number != row.int64(column) {
        if chain?.owner.number != row.int64(column + 2) { try finish() }
        chain = try PurchaseChainRow(row, from: column, in: environment)
      }
      if let chain { purchases.transactions.append(try TransactionFact(row, in: chain)) }
    }
    try finish()
  }
}

extension PurchaseChainRow {
  /// The columns of a purchase chain from one on: its number, its id, the number of its customer.
  fileprivate init(
    _ row: some LedgerRow, from column: Int, in environment: AppStoreEnvironment
  ) throws {
    self.init(
      number: row.int64(column), environment: environment,
      originalTransactionId: try row.required(column + 1),
      owner: CustomerRow(number: row.int64(column + 2), environment: environment))
  }
}
