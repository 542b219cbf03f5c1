package import Subscribers

/// The payload of a signed transaction.
package struct Transaction: Hashable, Sendable {
  /// What the fold reads; `nil` where Apple left out an identifier without which nothing can be
  /// told: `transactionId` or `productId`. Such a transaction is kept as evidence only.
  package var fact: TransactionFact?

  package init(fact: TransactionFact?) { self.fact = fact }
}
