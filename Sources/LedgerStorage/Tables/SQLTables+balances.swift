package import Ledger
package import PaywallCatalog
package import Subscribers

extension SQLTables {
  package static var findCredits: String {
    "SELECT product, currency, amount FROM product_credits"
  }

  package static func credits(
    _ rows: [some LedgerRow]
  ) throws -> [String: [String: Int64]] {
    try rows.reduce(into: [:]) { credits, row in
      credits[try row.plain(0), default: [:]][try row.plain(1)] = row.int64(2)
    }
  }

  package func credits(of product: String) throws -> [String: Int64] {
    try credits()[product] ?? [:]
  }

  package func credits() throws -> [String: [String: Int64]] {
    if let known = reads.configured.credits { return known }
    let found = try each(Self.findCredits) { (try $0.plain(0), try $0.plain(1), $0.int64(2)) }
    let credits: [String: [String: Int64]] = found.reduce(into: [:]) {
      $0[$1.0, default: [:]][$1.1] = $1.2
    }
    reads.configured.credits = credits
    return credits
  }

  package mutating func put(credits: [String: [String: Int64]]) throws {
    reads.configured.credits = nil
    try run("DELETE FROM product_credits")
    for (product, currencies) in credits {
      for (currency, amount) in currencies {
        try run(
          "INSERT INTO product_credits (product, currency, amount) VALUES (?, ?, ?)",
          Cell.plain(product), Cell.plain(currency), Cell.number(amount))
      }
    }
  }

  package func balances(of customer: CustomerRow.Number) throws -> [String: Int64] {
    try lock([.customer(customer)])
    let sums = try each(
      """
      SELECT currency, CAST(sum(amount) AS bigint) FROM balance_postings WHERE customer = ?
      GROUP BY currency
      """, .integer(customer)
    ) { (try $0.plain(0), $0.int64(1)) }
    return Dictionary(sums) { first, _ in first }
  }

  package func postings(of customer: CustomerRow.Number) throws -> [Posting] {
    try lock([.customer(customer)])
    return try each(
      "SELECT \(Posting.columns) FROM balance_postings WHERE customer = ? ORDER BY number",
      .integer(customer), read: Posting.init)
  }

  package func postings(in chain: PurchaseChainRow) throws -> [Posting] {
    try each(
      """
      SELECT \(Posting.columns) FROM balance_postings
      WHERE customer = ? AND original_transaction_id = ? ORDER BY number
      """, .integer(chain.owner.number), Cell.text(chain.originalTransactionId),
      read: Posting.init)
  }

  package func postings(
    byKey id: String, in environment: AppStoreEnvironment
  ) throws -> [(posting: Posting, customer: CustomerRow.Number)] {
    try each(
      """
      SELECT \(Posting.columns), customer FROM balance_postings
      WHERE environment = ? AND id = ? AND cause IN ('spend', 'correction') ORDER BY number
      """, environment.cell, Cell.text(id)
    ) { (try Posting($0), $0.int64(7)) }
  }

  package mutating func add(
    _ posting: Posting, of customer: CustomerRow, by chain: PurchaseChainRow?
  ) throws {
    try lock([.customer(customer.number)])
    try insert(
      into: "balance_postings",
      "environment, customer, original_transaction_id, \(Posting.columns)",
      [
        customer.environment.cell, .integer(customer.number),
        Cell.text(chain?.originalTransactionId),
      ] + posting.values(Cell.self))
  }

  package mutating func move(
    postingsOf chain: PurchaseChainRow, to customer: CustomerRow.Number
  ) throws {
    try run(
      """
      UPDATE balance_postings SET customer = ? WHERE customer = ? AND original_transaction_id = ?
      """, .integer(customer), .integer(chain.owner.number),
      Cell.text(chain.originalTransactionId))
  }

  package func hasPostings() throws -> Bool {
    try finds("SELECT 1 FROM balance_postings LIMIT 1")
  }

  package func newestPostings(
    of customer: CustomerRow.Number, limit: Int
  ) throws -> [(number: Int64, posting: Posting)] {
    try each(
      """
      SELECT \(Posting.columns), number FROM balance_postings WHERE customer = ?
      ORDER BY number DESC LIMIT ?
      """, .integer(customer), Cell.number(max(0, limit))
    ) { ($0.int64(7), try Posting($0)) }
  }
}
