package import Ledger
import PaywallCatalog
import PaywallTextCoding
package import Subscribers

extension PlainTable {
  /// One row for each purchase, as results count it: copies under several transaction ids are one
  /// (`Purchases`), with how many they are, and whether they contradict others of one purchase.
  static let purchases = PlainTable(
    "purchases",
    """
    environment, customer, original_transaction_id, transaction_id, product_id, group_id, type, \
    ownership, reason, bought_at, original_purchase_date, expires_date, quantity, price, currency, \
    storefront, offer_discount, additional_reason, copies, is_contradicted
    """, key: "environment, original_transaction_id, transaction_id",
    computed: [
      "bought_at": (.moment, ""), "copies": (.number, ""), "is_contradicted": (.flag, ""),
    ], of: ["transactions", "lines"]
  ) { tables, write in
    try tables.forEachChain { chain in
      let contradicted = chain.purchases.contradicted
      for fact in chain.purchases.facts {
        let copies = chain.purchases.ids(ofCopiesOf: fact.transactionId).count
        try write([
          .text(fact.environment.rawValue), .number(chain.customer),
          .text(fact.originalTransactionId),
          .text(fact.transactionId), .text(fact.productId), Value(fact.groupId),
          Value(fact.type?.raw), Value(fact.ownership?.raw), Value(fact.reason?.raw),
          Value(fact.boughtAt?.milliseconds), Value(fact.originalPurchaseDate?.milliseconds),
          Value(fact.expiresDate?.milliseconds), Value(fact.quantity.map(Int64.init)),
          Value(fact.price), Value(fact.currency), Value(fact.storefront),
          Value(fact.offerDiscount?.raw), Value(fact.additionalReason?.raw),
          .number(Int64(copies)), .flag(contradicted.contains(UTF8Key(fact.transactionId))),
        ])
      }
    }
  }

  /// The share of a purchase that was refunded from a moment on: `part` of `whole` of its price. Each row of
  /// a purchase is more than the one before.
  static let returns = PlainTable(
    "returns", "environment, original_transaction_id, transaction_id, happened, part, whole",
    key: "environment, original_transaction_id, transaction_id, happened, part",
    computed: ["happened": (.moment, ""), "part": (.number, ""), "whole": (.number, "")],
    of: ["transactions", "lines"]
  ) { tables, write in
    try tables.forEachChain { chain in
      for fact in chain.purchases.facts {
        for returned in fact.returns {
          try write([
            .text(fact.environment.rawValue), .text(fact.originalTransactionId),
            .text(fact.transactionId), .number(returned.at.milliseconds),
            .number(returned.share.part), .number(returned.share.whole),
          ])
        }
      }
    }
  }

  private typealias Value = ExportedRow.Value
}

/// The purchases of a purchase chain, and the number of its customer.
package struct PlainChain: Sendable {
  package let number: PurchaseChainRow.Number
  package let customer: CustomerRow.Number
  package let purchases: Purchases
}

extension SQLTables {
  /// Gives the chains that have purchases, one at a time.
  package func forEachChain(_ body: (PlainChain) throws -> Void) throws {
    try eachChain(TransactionFact.columns, "ORDER BY l.number, transaction_id") { chain, facts in
      try body(
        PlainChain(
          number: chain.number, customer: chain.owner.number, purchases: Purchases(facts)))
    }
  }
}
