import PaywallCatalog
import PaywallTextCoding

/// Transactions that name one purchase and contradict each other about it. They are counted as
/// purchases of their own, so that nothing is hidden.
package struct CopyContradiction: Hashable, Sendable {
  package var originalTransactionId: String
  package var productId: String
  /// Sorted.
  package var transactionIds: [String]
  package var fields: [Field]

  /// The contradicted field, by Apple's name.
  package enum Field: String, CaseIterable, Sendable {
    case price, currency, quantity, expiresDate, originalPurchaseDate
  }

  init(_ transactions: [TransactionFact], _ fields: [Field]) {
    originalTransactionId = transactions[0].originalTransactionId
    productId = transactions[0].productId
    transactionIds = transactions.map(\.transactionId).sorted { $0.precedes($1) }
    self.fields = fields
  }
}

extension CopyContradiction: Comparable {
  package static func < (left: CopyContradiction, right: CopyContradiction) -> Bool {
    left.transactionIds.lexicographicallyPrecedes(right.transactionIds) { $0.precedes($1) }
  }
}

extension CopyContradiction.Field {
  /// Whether two transactions that name it name different values. The first purchase of a
  /// subscription is told apart by its chain.
  func isContradicted(in transactions: [TransactionFact]) -> Bool {
    switch self {
    case .price: transactions.differ { $0.price }
    case .currency: transactions.differ { $0.currency.map(UTF8Key.init) }
    case .quantity: transactions.differ { $0.quantity }
    case .expiresDate: transactions.hasEndMovedBack
    case .originalPurchaseDate:
      transactions.differ { $0.type?.known == .nonConsumable ? $0.originalPurchaseDate : nil }
    }
  }
}

extension [TransactionFact] {
  fileprivate func differ<Value: Hashable>(in value: (TransactionFact) -> Value?) -> Bool {
    Set(compactMap(value)).count > 1
  }

  /// An extension moves the end of a period later, and what Apple signs afterwards says so. Texts in
  /// which the end moves back, or that were signed at once and differ, contradict each other.
  fileprivate var hasEndMovedBack: Bool {
    let ends = compactMap { fact in fact.expiresDate.map { (signed: fact.signedDate, end: $0) } }
      .sorted { $0.signed < $1.signed }
    return zip(ends, ends.dropFirst()).contains { before, after in
      before.signed == after.signed ? before.end != after.end : before.end > after.end
    }
  }
}
