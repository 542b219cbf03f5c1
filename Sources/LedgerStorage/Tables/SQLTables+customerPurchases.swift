package import Ledger
package import PaywallCatalog
import Subscribers

private enum Statements {
  /// Without what no purchase depends on, and is slow to read.
  static let columns = ["app_account_token", "previous_original_transaction_id", "bundle"]
    .reduce(TransactionFact.columns) { $0.replacing($1, with: "NULL") }

  static let renewals = """
    SELECT \(RenewalFact.columns), l.number, l.environment, l.original_transaction_id, l.customer
    FROM renewals AS r JOIN lines AS l ON l.number = r.line
    WHERE l.has_purchases = 1 AND r.grace_period_expires_date IS NOT NULL
    """
}

extension SQLTables {
  package func eachCustomer(
    in environment: AppStoreEnvironment, among numbers: ClosedRange<CustomerRow.Number>?,
    _ body: (CustomerPurchases) throws -> Void
  ) throws {
    // The sign keeps SQLite from searching by the environment, and from sorting all purchases then.
    let which = "+l.environment = ?" + (numbers == nil ? "" : " AND l.customer BETWEEN ? AND ?")
    let values =
      [environment.cell]
      + (numbers.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? [])
    var renewals: [CustomerRow.Number: [RenewalFact]] = [:]
    try forEach("\(Statements.renewals) AND \(which)", values) { row in
      let chain = try PurchaseChainRow(row, from: RenewalFact.columnCount)
      renewals[chain.owner.number, default: []].append(try RenewalFact(row, in: chain))
    }
    var purchases = CustomerPurchases()
    func finish() throws {
      guard !purchases.chains.isEmpty else { return }
      purchases.renewals = renewals[purchases.customer] ?? []
      try body(purchases)
      purchases.transactions.removeAll(keepingCapacity: true)
      purchases.chains.removeAll(keepingCapacity: true)
    }
    try eachChain(
      Statements.columns, "AND \(which) ORDER BY l.customer, l.number", values
    ) { chain, facts in
      if chain.owner.number != purchases.customer { try finish() }
      purchases.customer = chain.owner.number
      purchases.chains.append(chain.number)
      purchases.transactions += facts
    }
    try finish()
  }

  package func customers(
    withTextsAfter number: Int64, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    // The texts come first in the plan.
    try each(
      """
      SELECT DISTINCT customer FROM (SELECT line FROM facts WHERE number > ?) AS f
      CROSS JOIN lines AS l WHERE l.number = f.line AND l.environment = ? ORDER BY 1
      """, .integer(number), environment.cell
    ) { $0.int64(0) }
  }

  package func chainSums(
    in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number: ChainSums] {
    let rows = try each(
      """
      SELECT customer / \(ChainSums.width), count(*), CAST(sum(customer) AS bigint),
        CAST(sum(number % \(ChainSums.modulus) * customer) AS bigint)
      FROM lines WHERE +environment = ? AND has_purchases = 1 GROUP BY 1
      """, environment.cell
    ) { ($0.int64(0), ChainSums(count: $0.int64(1), owners: $0.int64(2), products: $0.int64(3))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  package func endOfTexts() throws -> CommitEnd { try commitEnd(ofNumbersIn: "facts") }

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
