package import PaywallCatalog

/// The purchases with one `originalTransactionId`. They belong to the customer named by their
/// newest signed `appTransactionId`.
package struct PurchaseChainRow: Hashable, Sendable {
  /// Valid in one ledger only.
  package typealias Number = Int64

  package var number: Number
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String
  package var owner: CustomerRow
  /// When the fact that named the customer was signed; `nil` while the customer is provisional.
  package var decidedAt: Timestamp?
  /// The ledger has a transaction of our app. Until then renewal info of the purchase chain does
  /// not count: it names no app.
  package var hasPurchases: Bool

  package init(
    number: Number, environment: AppStoreEnvironment, originalTransactionId: String,
    owner: CustomerRow, decidedAt: Timestamp? = nil, hasPurchases: Bool = false
  ) {
    self.number = number
    self.environment = environment
    self.originalTransactionId = originalTransactionId
    self.owner = owner
    self.decidedAt = decidedAt
    self.hasPurchases = hasPurchases
  }
}
