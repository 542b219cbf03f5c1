package import Catalog

/// The payload of a signed app transaction: one Apple Account downloaded the app.
package struct AppTransaction: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  /// The customer. Absent in texts that were signed before 2025.
  package var appTransactionId: String?
  /// When it was signed (`receiptCreationDate`).
  package var signedDate: Timestamp?
  package var originalPurchaseDate: Timestamp?
  package var originalApplicationVersion: String?

  package init(
    environment: AppStoreEnvironment, appTransactionId: String?, signedDate: Timestamp? = nil,
    originalPurchaseDate: Timestamp? = nil, originalApplicationVersion: String? = nil
  ) {
    self.environment = environment
    self.appTransactionId = appTransactionId
    self.signedDate = signedDate
    self.originalPurchaseDate = originalPurchaseDate
    self.originalApplicationVersion = originalApplicationVersion
  }
}
