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
    order.compare(seats, other.seats)
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
    order.compare(webOrderLineItemId, other.webOrderLineItemId)
    order.compare(additionalReason, other.additionalReason)
    order.compare(billingPlan, other.billingPlan)
    order.compare(commitment, other.commitment)
    order.compare(previousOriginalTransactionId, other.previousOriginalTransactionId)
    order.compare(bundle, other.bundle)
    return order.isLast ?? false
  }

  /// The copy that is valid of two copies of one transaction, with what only one of them knows: that
  /// a notification called its revocation a refund, and when seats were first seen as revoked.
  package func merged(with other: TransactionFact) -> TransactionFact {
    let isNewer = supersedes(other)
    var (newer, older) = isNewer ? (self, other) : (other, self)
    newer.refundedAt = later(newer.refundedAt, older.refundedAt)
    newer.seatRevocations.merge(older.seatRevocations)
    return newer
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
    order.compare(other.commitment, commitment)
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
    order.compare(renewalQuantity, other.renewalQuantity)
    order.compare(seats, other.seats)
    order.compare(billingPlan, other.billingPlan)
    order.compare(bundle, other.bundle)
    return order.isLast ?? false
  }
}

extension Precedence {
  /// More revoked seats come last.
  fileprivate mutating func compare(_ own: Seats?, _ other: Seats?) {
    compare(own?.revoked, other?.revoked)
    compare(own?.averagePrice, other?.averagePrice)
    compare(own?.tiers.count, other?.tiers.count)
    for (tier, others) in zip(own?.tiers ?? [], other?.tiers ?? []) {
      compare(tier.price, others.price)
      compare(tier.quantity, others.quantity)
    }
    compare(own?.invitations, other?.invitations)
  }

  fileprivate mutating func compare(_ own: Commitment?, _ other: Commitment?) {
    compare(own?.billingPeriodNumber, other?.billingPeriodNumber)
    compare(own?.totalBillingPeriods, other?.totalBillingPeriods)
    compare(own?.price, other?.price)
    compare(own?.expiresDate, other?.expiresDate)
  }

  fileprivate mutating func compare(_ own: CommitmentRenewal?, _ other: CommitmentRenewal?) {
    compare(own?.autoRenews, other?.autoRenews)
    compare(own?.renewalDate, other?.renewalDate)
    compare(own?.renewalPrice, other?.renewalPrice)
    compare(own?.autoRenewProductId, other?.autoRenewProductId)
    compare(own?.billingPlan, other?.billingPlan)
  }

  fileprivate mutating func compare(_ own: BundleMembership?, _ other: BundleMembership?) {
    compare(own?.productId, other?.productId)
    compare(own?.originalTransactionId, other?.originalTransactionId)
    compare(own?.groupId, other?.groupId)
    compare(own?.transactionId, other?.transactionId)
    compare(own?.willUnbundle, other?.willUnbundle)
    compare(own?.pendingUpgradeProductId, other?.pendingUpgradeProductId)
  }
}
