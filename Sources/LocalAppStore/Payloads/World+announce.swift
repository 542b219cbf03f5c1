import PaywallCatalog

extension World {
  /// Tells of a change of a subscription, with its current transaction.
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ index: Int
  ) {
    announce(type, subtype, index, subscriptions[index].transactions.count - 1)
  }

  /// Tells of a change of one period of a subscription.
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ index: Int, _ position: Int,
    because reason: ConsumptionReason? = nil
  ) {
    let signed = signingMoment(after: subscriptions[index].lastSigned)
    subscriptions[index].lastSigned = signed
    let subscription = subscriptions[index]
    send(
      StoreNotification(
        uuid: identifiers.uuid(), type: type, subtype: subtype, signedDate: signed,
        customer: customers[subscription.customer],
        transaction: subscription.transactions[position],
        appAccountToken: subscription.appAccountToken, renewal: renewal(of: subscription),
        consumptionReason: reason))
  }

  /// Tells of a change of a purchase that does not renew.
  mutating func announce(
    _ type: NotificationType, purchase index: Int, because reason: ConsumptionReason? = nil
  ) {
    let signed = signingMoment(after: purchases[index].lastSigned)
    purchases[index].lastSigned = signed
    let purchase = purchases[index]
    send(
      StoreNotification(
        uuid: identifiers.uuid(), type: type, subtype: nil, signedDate: signed,
        customer: customers[purchase.customer], transaction: purchase.transaction,
        appAccountToken: purchase.appAccountToken, renewal: nil, consumptionReason: reason))
  }

  /// Of two notifications of one purchase the later one has the later date, even if both have one
  /// cause: receivers order them by it.
  private func signingMoment(after last: Timestamp) -> Timestamp {
    max(now, last.adding(milliseconds: 1))
  }

  /// The renewal info of a subscription now.
  package func renewal(of subscription: StoreSubscription) -> StoreRenewal {
    let next = subscription.autoRenews ? subscription.nextOffer?.offer : nil
    let price = next?.price ?? catalog.products[subscription.nextProductId]?.price
    var (intent, retries, grace): (ExpirationIntent?, Bool?, Timestamp?)
    var winBack: [String]?
    switch subscription.phase {
    case .active: break
    case .gracePeriod(let until): (intent, retries, grace) = (.billingError, true, until)
    case .billingRetry: (intent, retries) = (.billingError, true)
    case .expired(let reason):
      (intent, retries) = (reason, false)
      winBack = eligibleWinBackOffers(of: subscription)
    case .revoked: (intent, retries) = (.other, false)
    }
    return StoreRenewal(
      status: subscription.status, productId: subscription.current.productId,
      autoRenewProductId: subscription.nextProductId, autoRenews: subscription.autoRenews,
      renewalDate: subscription.expiresDate,
      renewalPrice: subscription.autoRenews ? price : nil, recentStart: subscription.recentStart,
      expirationIntent: intent, isInBillingRetry: retries, gracePeriodExpiresDate: grace,
      offer: next.map(StoreTransaction.RedeemedOffer.init), eligibleWinBackOfferIds: winBack)
  }
}
