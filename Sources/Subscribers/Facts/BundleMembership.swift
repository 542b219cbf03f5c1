/// The subscription bundle or suite that a transaction or a renewal belongs to. Apple's names in JSON
/// are not published yet; those of StoreKit are read (AppleFacts.md § 3).
package struct BundleMembership: Hashable, Sendable, Codable {
  package var productId: String?
  package var originalTransactionId: String?
  package var groupId: String?
  /// The transaction that sold the bundle; a renewal has none.
  package var transactionId: String?
  /// True if the customer leaves the bundle at the next renewal; a transaction has none.
  package var willUnbundle: Bool?
  /// The bundle that the customer moves up to; a transaction has none.
  package var pendingUpgradeProductId: String?

  package init(
    productId: String? = nil, originalTransactionId: String? = nil, groupId: String? = nil,
    transactionId: String? = nil, willUnbundle: Bool? = nil,
    pendingUpgradeProductId: String? = nil
  ) {
    self.productId = productId
    self.originalTransactionId = originalTransactionId
    self.groupId = groupId
    self.transactionId = transactionId
    self.willUnbundle = willUnbundle
    self.pendingUpgradeProductId = pendingUpgradeProductId
  }

  package var isEmpty: Bool { self == BundleMembership() }
}
