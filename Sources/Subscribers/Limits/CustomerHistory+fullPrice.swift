package import PaywallCatalog
import PaywallTextCoding

/// A product that was bought at full price while a signed offer for it was outstanding.
package struct FullPricePurchase: Hashable, Sendable {
  package var grant: Grant
  package var transaction: TransactionFact
}

extension CustomerHistory {
  /// For each grant that nothing redeemed, the first purchase of its product within its life that
  /// was paid and has no offer at all: Apple took the purchase without the offer, or the customer
  /// bought where the app could not present it.
  package var fullPricePurchases: [FullPricePurchase] {
    let purchases = Purchases(transactions).facts
    return grants.compactMap { grant in
      guard grant.redemption == nil else { return nil }
      let bought = purchases.filter { $0.isFullPrice(under: grant) }
      return bought.min { left, right in
        (left.boughtAt ?? grant.lapsesAt) < (right.boughtAt ?? grant.lapsesAt)
      }.map { FullPricePurchase(grant: grant, transaction: $0) }
    }
  }
}

extension TransactionFact {
  fileprivate func isFullPrice(under grant: Grant) -> Bool {
    guard let bought = boughtAt, bought >= grant.grantedAt, bought < grant.lapsesAt else {
      return false
    }
    return isOwn && isPaid && !isAddition && offerKind == nil && reason?.known != .renewal
      && productId.hasSameUTF8(as: grant.product)
  }
}
