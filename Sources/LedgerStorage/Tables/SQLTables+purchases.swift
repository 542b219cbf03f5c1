package import Ledger

extension SQLTables {
  package func chain(_ number: PurchaseChainRow.Number) throws -> PurchaseChainRow? {
    try first(
      "\(PurchaseChainRow.query) WHERE l.number = ?", .integer(number), read: PurchaseChainRow.init)
  }

  /// The number is drawn while the chain's customer is locked, so that of two changes of one customer
  /// the one that is committed later has the greater number.
  package mutating func note(purchase id: String, in chain: PurchaseChainRow) throws {
    try lock([.customer(chain.owner.number)])
    try run(
      "DELETE FROM purchase_changes WHERE line = ? AND purchase = ?", .integer(chain.number),
      Cell.text(id))
    try run(
      "INSERT INTO purchase_changes (customer, line, purchase) VALUES (?, ?, ?)",
      .integer(chain.owner.number), .integer(chain.number), Cell.text(id))
  }

  package func purchaseChanges(
    of customer: CustomerRow.Number, after number: Int64, limit: Int
  ) throws -> [PurchaseChange] {
    try each(
      """
      SELECT number, line, purchase FROM purchase_changes WHERE customer = ? AND number > ?
      ORDER BY number LIMIT ?
      """, .integer(customer), .integer(number), Cell.number(limit)
    ) { try PurchaseChange($0) }
  }

  package func lastPurchaseChange(of customer: CustomerRow.Number) throws -> Int64 {
    try first("SELECT max(number) FROM purchase_changes WHERE customer = ?", .integer(customer)) {
      $0.int64(optional: 0) ?? 0
    } ?? 0
  }
}
