import Ledger
import LedgerStorage
import PaywallTextCoding

extension SQLiteTables {
  func chain(_ number: PurchaseChainRow.Number) throws -> PurchaseChainRow? {
    try first(
      "\(Self.selectChains) WHERE l.number = ?", .integer(number), read: PurchaseChainRow.init)
  }

  mutating func note(purchase id: String, in chain: PurchaseChainRow) throws {
    try run(
      "INSERT OR REPLACE INTO purchase_changes (customer, line, purchase) VALUES (?, ?, ?)",
      .integer(chain.owner.number), .integer(chain.number), Cell.text(id))
  }

  func purchaseChanges(
    of customer: CustomerRow.Number, after number: Int64, limit: Int
  ) throws -> [PurchaseChange] {
    try each(
      """
      SELECT number, line, purchase FROM purchase_changes WHERE customer = ? AND number > ?
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
    try first("SELECT lower(hex(purchase_ledger)) FROM ledger") { try $0.required(0) } ?? "0"
  }
}
