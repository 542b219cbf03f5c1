package import AppStore
package import Subscribers

/// How a caller names a customer.
package enum CustomerName: Hashable, Sendable {
  case appTransactionId(String)
  case originalTransactionId(String)
  /// A user id that was linked, or an `appAccountToken` (in lower case) of a transaction.
  case user(String)
  /// The owner of these ids: the purchases and the app transaction of one piece of evidence.
  case identity(CustomerIdentity)
}

/// The ledger's knowledge of the customer of a piece of evidence.
package struct KnownCustomer: Hashable, Sendable {
  /// `nil` if no customer with these ids is known.
  package var history: CustomerHistory?
  /// The ledger has every text of the evidence: appending it would change nothing.
  package var hasAllTexts: Bool
}

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
