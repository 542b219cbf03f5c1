package import AppStore
package import Subscribers

extension Evidence {
  /// By what the owner of the evidence is found once it was kept: by its purchases, and by its app
  /// transaction. Whose a purchase is its newest signed copy says, which may be another than an old
  /// copy in the evidence names.
  package var ownerIdentity: CustomerIdentity {
    CustomerIdentity(
      appTransactionId: appTransaction?.payload.appTransactionId,
      originalTransactionIds: identity.originalTransactionIds)
  }
}
