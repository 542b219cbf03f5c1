/// The subscription bundle that a transaction is part of.
package struct StoreBundle: Hashable, Sendable {
  package var productId: String
  /// Milliunits of each period.
  package var price: Int64
  package var transactionId: String
  package var originalTransactionId: String
  /// Its subscription group, which is not that of its parts.
  package var groupId: String
}
