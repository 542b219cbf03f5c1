package import AppStore
package import PaywallSubscribers

extension Evidence {
  /// The ids by which the owner of stored evidence is found: its purchases and its app transaction.
  /// The newest signed copy decides who owns a purchase, and it may name another customer than an
  /// old copy in the evidence. A member's copies are of the customer that they name: the purchase is
  /// who pays for it.
  package var ownerIdentity: CustomerIdentity {
    let facts = transactions.compactMap(\.payload.fact)
    let members = facts.filter { !$0.isOwn && $0.appTransactionId?.isEmpty == false }
    return CustomerIdentity(
      appTransactionId: appTransaction?.payload.appTransactionId
        ?? members.first?.appTransactionId,
      originalTransactionIds: identity.originalTransactionIds
        .subtracting(members.map(\.originalTransactionId))
        .union(facts.filter(\.isOwn).map(\.originalTransactionId))
        .intersection(identity.originalTransactionIds))
  }
}
