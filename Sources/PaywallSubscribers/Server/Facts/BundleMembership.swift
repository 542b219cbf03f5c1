#if Server
/// The subscription bundle or suite that a transaction or a renewal belongs to. Apple's names in JSON
/// are not published yet; those of StoreKit are read (AppleFacts.md § 3).
package struct BundleMembership: Hashable, Sendable, Codable {
  package var productId: String?
  package var originalTransactionId: String?
  package var groupId: String?
  /// Of a transaction.
  package var transactionId: String?
  /// Of a renewal: whether the customer leaves the bundle at the next renewal.
  package var willUnbundle: Bool?
  /// Of a renewal: the bundle that the customer moves up to.
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
#endif
