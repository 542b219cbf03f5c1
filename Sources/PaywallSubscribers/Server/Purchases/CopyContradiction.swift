#if Server
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

  /// What they contradict each other about, by Apple's name.
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
    case .expiresDate: transactions.differ { $0.expiresDate }
    case .originalPurchaseDate:
      transactions.differ { $0.type?.known == .nonConsumable ? $0.originalPurchaseDate : nil }
    }
  }
}

extension [TransactionFact] {
  fileprivate func differ<Value: Hashable>(in value: (TransactionFact) -> Value?) -> Bool {
    Set(compactMap(value)).count > 1
  }
}
#endif
