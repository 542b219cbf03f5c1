import Subscribers
package import Ledger
package import PaywallCatalog

private enum Statements {
  /// Without what no purchase depends on, and is slow to read.
  static let columns = ["app_account_token", "previous_original_transaction_id", "bundle"]
    .reduce(TransactionFact.columns) { $0.replacing($1, with: "NULL") }

  static let renewals = """
    SELECT \(RenewalFact.columns), l.number, l.environment, l.original_transaction_id, l.customer
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
      let chain = try PurchaseChainRow(row, from: RenewalFact.columnCount)
      renewals[chain.owner.number, default: []].append(try RenewalFact(row, in: chain))
    }
    var customer: CustomerRow.Number?
    var purchases = CustomerPurchases()
    func finish() throws {
      guard let customer else { return }
      purchases.renewals = renewals[customer] ?? []
      try body(purchases)
      purchases.transactions.removeAll(keepingCapacity: true)
    }
    try eachChain(
      Statements.columns, "AND l.environment = ? ORDER BY l.customer, l.number",
      [environment.cell]
    ) { chain, facts in
      if chain.owner.number != customer { try finish() }
      customer = chain.owner.number
      purchases.transactions += facts
    }
    try finish()
  }

  /// Gives the chains that have purchases, one at a time.
  ///
  /// - Parameters:
  ///   - columns: those of `TransactionFact`; NULL is what the body does not ask for.
  ///   - which: conditions on the chains `l`, and an order in which a chain's rows follow each other.
  func eachChain(
    _ columns: String, _ which: String, _ values: [SQLValue] = [],
    _ body: (PurchaseChainRow, [TransactionFact]) throws -> Void
  ) throws {
    let first = TransactionFact.columnCount
    var open: (chain: PurchaseChainRow, facts: [TransactionFact])?
    try forEach(
      """
      SELECT \(columns), l.number, l.environment, l.original_transaction_id, l.customer
      FROM lines AS l JOIN transactions AS t ON t.line = l.number
      WHERE l.has_purchases = 1 \(which)
      """, values
    ) { row in
      if let known = open, known.chain.number != row.int64(first) {
        try body(known.chain, known.facts)
        open = nil
      }
      let chain = try open?.chain ?? PurchaseChainRow(row, from: first)
      let fact = try TransactionFact(row, in: chain)
      if open == nil { open = (chain, [fact]) } else { open?.facts.append(fact) }
    }
    if let open { try body(open.chain, open.facts) }
  }
}

extension PurchaseChainRow {
  /// The columns of a purchase chain from one on: its number, environment and id, and the number of its
  /// customer.
  fileprivate init(_ row: some LedgerRow, from column: Int) throws {
    let environment = try AppStoreEnvironment(code: row.int(column + 1))
    self.init(
      number: row.int64(column), environment: environment,
      originalTransactionId: try row.required(column + 2),
      owner: CustomerRow(number: row.int64(column + 3), environment: environment))
  }
}
