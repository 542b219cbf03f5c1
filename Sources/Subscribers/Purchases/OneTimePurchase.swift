package import PaywallCatalog
import PaywallTextCoding

/// A purchase of something that does not renew: a consumable, a non-consumable or a pass.
package struct OneTimePurchase: Hashable, Sendable {
  /// A transaction id that stays whatever happens to the purchase, also if a copy of it comes later:
  /// of a non-consumable its `originalTransactionId`.
  package var id: String
  package var product: String
  /// Apple's; `nil` if Apple sent none.
  package var type: OpenEnum<PurchaseType>?
  /// How many were bought; 1 if Apple sent none, `nil` if it makes no sense.
  package var quantity: Int?
  /// Milliunits of `currency`, for the whole quantity.
  package var price: Int64?
  package var currency: String?
  package var purchasedAt: Timestamp?
  package var revokedAt: Timestamp?
  /// So much of the money was given back.
  package var returned: Share
  /// Bought by the customer, not by a family member.
  package var isOwn: Bool
  /// In lower case.
  package var appAccountToken: String?

  fileprivate init(_ fact: TransactionFact, id: String) {
    self.id = id
    product = fact.productId
    type = fact.type
    quantity = fact.quantity.map { $0 > 0 ? $0 : nil } ?? 1
    price = fact.price
    currency = fact.currency
    purchasedAt = fact.boughtAt
    revokedAt = fact.revokedAt
    returned = fact.returnedInAll
    isOwn = fact.isOwn
    appAccountToken = fact.appAccountToken.flatMap { $0.isEmpty ? nil : $0 }
  }

  package var isRefunded: Bool { !returned.isNone }

  /// Bought and not revoked by then.
  package func isHeld(at now: Timestamp) -> Bool { revokedAt.map { now < $0 } ?? true }

  /// Whether it is shown to a user: it names no account, or the user's.
  package func belongs(to user: String?) -> Bool {
    guard let user, let appAccountToken else { return true }
    return appAccountToken.hasSameUTF8(as: user.lowercased())
  }
}

extension TransactionFact {
  /// Does not renew, as far as Apple says it.
  package var isOneTime: Bool {
    switch type?.known {
    case .consumable, .nonConsumable, .nonRenewing: true
    case .autoRenewable: false
    case nil: groupId == nil && expiresDate == nil
    }
  }
}

extension Purchases {
  /// The purchases that do not renew, in the order in which they were made.
  package var oneTime: [OneTimePurchase] {
    var named: Set<UTF8Key> = []
    return facts.filter(\.isOneTime).sorted { $0.isBought(before: $1) }.map { fact in
      guard fact.type?.known == .nonConsumable,
        named.insert(UTF8Key(fact.originalTransactionId)).inserted
      else { return OneTimePurchase(fact, id: fact.transactionId) }
      return OneTimePurchase(fact, id: fact.originalTransactionId)
    }
  }
}

extension TransactionFact {
  /// The purchase of a chain that has the chain's id comes first; of the others the earlier one.
  fileprivate func isBought(before other: TransactionFact) -> Bool {
    if originalTransactionId.hasSameUTF8(as: other.originalTransactionId) {
      let isFirst = [self, other].map { $0.transactionId.hasSameUTF8(as: originalTransactionId) }
      if isFirst[0] != isFirst[1] { return isFirst[0] }
    }
    let moments = [self, other].map { $0.purchaseDate ?? $0.signedDate }
    return moments[0] != moments[1]
      ? moments[0] < moments[1] : transactionId.precedes(other.transactionId)
  }
}
