import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension PlainTable {
  /// One row for each purchase, as results count it: copies under several transaction ids are one
  /// (`Purchases`), with how many they are, and whether they contradict others of one purchase.
  static let purchases = PlainTable(
    "purchases",
    [
      "environment": .environment, "customer": .number, "original_transaction_id": .text,
      "transaction_id": .text, "product_id": .text, "group_id": .text, "type": .word,
      "ownership": .word, "reason": .word, "bought_at": .moment,
      "original_purchase_date": .moment, "expires_date": .moment, "quantity": .number,
      "price": .number, "currency": .word, "storefront": .word, "offer_discount": .word,
      "additional_reason": .word, "copies": .number, "is_contradicted": .flag,
    ], "")

  static func purchaseRows(
    in line: PurchasesOfLine, of environment: AppStoreEnvironment
  ) -> [[ExportedRow.Value]] {
    let contradicted = line.purchases.contradicted
    return line.purchases.facts.map { fact in
      let copies = line.purchases.ids(ofCopiesOf: fact.transactionId).count
      return [
        .text(environment.rawValue), .number(line.customer), .text(fact.originalTransactionId),
        .text(fact.transactionId), .text(fact.productId), value(fact.groupId),
        value(fact.type?.raw), value(fact.ownership?.raw), value(fact.reason?.raw),
        value(fact.boughtAt?.milliseconds), value(fact.originalPurchaseDate?.milliseconds),
        value(fact.expiresDate?.milliseconds), value(fact.quantity.map(Int64.init)),
        value(fact.price), value(fact.currency), value(fact.storefront),
        value(fact.offerDiscount?.raw), value(fact.additionalReason?.raw),
        .number(Int64(copies)), .flag(contradicted.contains(UTF8Key(fact.transactionId))),
      ]
    }
  }

  private static func value(_ text: String?) -> ExportedRow.Value {
    text.map { .text($0) } ?? .null
  }

  private static func value(_ number: Int64?) -> ExportedRow.Value {
    number.map { .number($0) } ?? .null
  }
}

/// The purchases of one purchase chain.
struct PurchasesOfLine {
  var customer: Int64
  var purchases: Purchases
}

extension SQLiteTables {
  private static let purchaseRows = """
    SELECT \(TransactionFact.columns), line, environment, original_transaction_id, customer
    FROM transactions JOIN lines ON number = line WHERE has_purchases = 1 ORDER BY line
    """

  /// Gives the purchases of each chain, one chain at a time.
  func forEachLine(
    _ body: (PurchasesOfLine, AppStoreEnvironment) throws -> Void
  ) throws {
    let first = TransactionFact.columnCount
    var open: (line: Int64, customer: Int64, facts: [TransactionFact])?
    func end() throws {
      guard let open, let environment = open.facts.first?.environment else { return }
      try body(
        PurchasesOfLine(customer: open.customer, purchases: Purchases(open.facts)), environment)
    }
    try forEach(Self.purchaseRows, []) { row in
      let fact = try TransactionFact(
        row,
        in: PurchaseChainRow(
          number: 0, environment: try AppStoreEnvironment(code: row.int(first + 1)),
          originalTransactionId: try row.required(first + 2),
          owner: CustomerRow(number: 0, environment: .production)))
      if open?.line == row.int64(first) {
        open?.facts.append(fact)
      } else {
        try end()
        open = (row.int64(first), row.int64(first + 3), [fact])
      }
    }
    try end()
  }
}
