package import AppStore
package import PaywallSubscribers

extension Evidence {
  /// The ids by which the owner of stored evidence is found: its purchases and its app transaction.
  /// The newest signed copy decides who owns a purchase, and it may name another customer than an
  /// old copy in the evidence.
  package var ownerIdentity: CustomerIdentity {
    CustomerIdentity(
      appTransactionId: appTransaction?.payload.appTransactionId,
      originalTransactionIds: identity.originalTransactionIds)
  }
}
