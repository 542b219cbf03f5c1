package import Subscribers

/// The payload of a signed transaction.
package struct Transaction: Hashable, Sendable {
  /// The fact for the fold; `nil` if Apple omitted `transactionId` or `productId`. Such a
  /// transaction is stored as evidence only.
  package var fact: TransactionFact?
  /// The app, which the verifier compared.
  package var bundleId: String?
  /// Apple's number of the storefront.
  package var storefrontId: String?
}
