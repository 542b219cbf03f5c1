package import PaywallCatalog

/// New purchases of one day: no renewals, no seats added to a period that runs, and no family member's.
package struct NewPurchases: Hashable, Sendable {
  /// Days since 1970, UTC.
  package var day: Int64
  /// Whether a token, a link or a sighting tells whose they are.
  package var isNamed: Bool
  package var count: Int

  /// The purchases to return.
  package struct Question: Hashable, Sendable {
    package var products: Set<String>
    package var from: Timestamp
    /// The last moment, included.
    package var until: Timestamp

    package init(of products: Set<String>, from: Timestamp, until: Timestamp) {
      self.products = products
      self.from = from
      self.until = until
    }
  }
}

extension NewPurchases.Question {
  /// Whether a transaction is one of them.
  func contains(productId: String, at moment: Timestamp?, isStart: Bool, isOwn: Bool) -> Bool {
    guard isStart, isOwn, products.contains(productId), let moment else { return false }
    return from <= moment && moment <= until
  }
}

extension NewPurchases {
  /// A day, whether they are named, and their number.
  package init(_ row: some LedgerRow) {
    self.init(day: row.int64(0), isNamed: row.int64(1) != 0, count: row.int(2))
  }

  /// When a row `t` was bought (`TransactionFact.boughtAt`), in the SQL of both databases. Copies of one
  /// purchase are one, from the earliest.
  ///
  /// - Parameter isLasting: the condition of a non-consumable.
  package static func bought(isLasting: String) -> String {
    "CASE WHEN \(isLasting) THEN coalesce(t.original_purchase_date, t.purchase_date)"
      + " ELSE t.purchase_date END"
  }
}
