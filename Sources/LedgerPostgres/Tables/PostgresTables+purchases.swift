import Ledger
import LedgerStorage

extension PostgresTables {
  func chain(_ number: PurchaseChainRow.Number) throws -> PurchaseChainRow? {
    try first(
      "\(Self.selectChains) WHERE l.number = ?", .integer(number), read: PurchaseChainRow.init)
  }

  /// The number is drawn while the chain's customer is locked, so that of two changes of one customer
  /// the one that is committed later has the greater number.
  mutating func note(purchase id: String, in chain: PurchaseChainRow) throws {
    try lock(.customer(chain.owner.number))
    try run(
      """
      INSERT INTO purchase_changes (customer, chain, purchase) VALUES (?, ?, ?)
      ON CONFLICT (chain, purchase)
      DO UPDATE SET number = excluded.number, customer = excluded.customer
      """, .integer(chain.owner.number), .integer(chain.number), Cell.text(id))
  }

  func purchaseChanges(
    of customer: CustomerRow.Number, after number: Int64, limit: Int
  ) throws -> [PurchaseChange] {
    try each(
      """
      SELECT number, chain, purchase FROM purchase_changes WHERE customer = ? AND number > ?
      ORDER BY number LIMIT ?
      """, .integer(customer), .integer(number), Cell.number(limit)
    ) { PurchaseChange(number: $0.int64(0), chain: $0.int64(1), purchase: try $0.required(2)) }
  }

  func lastPurchaseChange(of customer: CustomerRow.Number) throws -> Int64 {
    try first("SELECT max(number) FROM purchase_changes WHERE customer = ?", .integer(customer)) {
      $0.int64(optional: 0) ?? 0
    } ?? 0
  }

  func purchaseLedger() throws -> String {
    try first("SELECT purchase_ledger FROM ledger") { try $0.required(0) } ?? "0"
  }
}
