#if Server
import PaywallCatalog

extension TransactionFact {
  /// Whether this copy replaces the other one: the one signed later wins. Of two copies signed in
  /// the same millisecond, the one that takes more away wins, and then any field decides, so that
  /// the order of arrival does not matter.
  package func supersedes(_ other: TransactionFact) -> Bool {
    guard signedDate == other.signedDate else { return signedDate > other.signedDate }
    var order = Precedence()
    order.compare(revocationDate != nil, other.revocationDate != nil)
    order.compare(isUpgraded, other.isUpgraded)
    order.compare(other.expiresDate, expiresDate)
    order.compare(other.revocationDate, revocationDate)
    order.compare(revocationPercentage, other.revocationPercentage)
    order.compare(revocationType, other.revocationType)
    order.compare(revocationReason, other.revocationReason)
    order.compare(offerKind, other.offerKind)
    order.compare(offerId, other.offerId)
    order.compare(offerDiscount, other.offerDiscount)
    order.compare(offerPeriod, other.offerPeriod)
    order.compare(purchaseDate, other.purchaseDate)
    order.compare(originalPurchaseDate, other.originalPurchaseDate)
    order.compare(other.price, price)
    order.compare(currency, other.currency)
    order.compare(storefront, other.storefront)
    order.compare(quantity, other.quantity)
    order.compare(ownership, other.ownership)
    order.compare(reason, other.reason)
    order.compare(type, other.type)
    order.compare(groupId, other.groupId)
    order.compare(appAccountToken, other.appAccountToken)
    order.compare(appTransactionId, other.appTransactionId)
    order.compare(productId, other.productId)
    order.compare(originalTransactionId, other.originalTransactionId)
    return order.isLast ?? false
  }
}

extension RenewalFact {
  /// Whether this copy replaces the other one, by the same rule.
  package func supersedes(_ other: RenewalFact) -> Bool {
    guard signedDate == other.signedDate else { return signedDate > other.signedDate }
    var order = Precedence()
    order.compare(other.autoRenews, autoRenews)
    order.compare(other.gracePeriodExpiresDate, gracePeriodExpiresDate)
    order.compare(isInBillingRetry, other.isInBillingRetry)
    order.compare(expirationIntent, other.expirationIntent)
    order.compare(other.eligibleWinBackOfferIds, eligibleWinBackOfferIds)
    order.compare(renewalDate, other.renewalDate)
    order.compare(renewalPrice, other.renewalPrice)
    order.compare(currency, other.currency)
    order.compare(priceIncreaseStatus, other.priceIncreaseStatus)
    order.compare(recentStartDate, other.recentStartDate)
    order.compare(offerKind, other.offerKind)
    order.compare(offerId, other.offerId)
    order.compare(productId, other.productId)
    order.compare(autoRenewProductId, other.autoRenewProductId)
    order.compare(appAccountToken, other.appAccountToken)
    order.compare(appTransactionId, other.appTransactionId)
    return order.isLast ?? false
  }
}
#endif
