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
        renewal: renewal(of: subscription), consumptionReason: reason, summary: nil))
    if subscription.payer == nil, customers[subscription.customer].family != nil {
      tellFamily(type, subtype, of: index, position)
    }
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
        customer: customers[purchase.customer], transaction: purchase.transaction, renewal: nil,
        consumptionReason: reason, summary: nil))
    if purchase.payer == nil, customers[purchase.customer].family != nil {
      tellFamily(type, ofPurchase: index)
    }
  }

  /// Tells something of the whole app, or of a customer and none of their purchases.
  @discardableResult
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, of customer: Int? = nil,
    summary: MassExtension? = nil
  ) -> StoreNotification {
    let notification = StoreNotification(
      uuid: identifiers.uuid(), type: type, subtype: subtype, signedDate: now,
      customer: customer.map { customers[$0] }, transaction: nil, renewal: nil,
      consumptionReason: nil, summary: summary)
    send(notification)
    return notification
  }

  /// Of two notifications of one purchase the later one has the later date, even if both have one
  /// cause: receivers order them by it.
  func signingMoment(after last: Timestamp) -> Timestamp {
    max(now, last.adding(milliseconds: 1))
  }

  /// The renewal info of a subscription now.
  package func renewal(of subscription: StoreSubscription) -> StoreRenewal {
    let isOwn = subscription.payer == nil
    let renews = subscription.autoRenews || subscription.isCommitted
    let next = renews ? subscription.nextOffer?.offer : nil
    let price = next?.price ?? renewalPrice(of: subscription)
    var (intent, retries, grace): (ExpirationIntent?, Bool?, Timestamp?)
    var winBack: [String]?
    switch subscription.phase {
    case .active: break
    case .gracePeriod(let until): (intent, retries, grace) = (.billingError, true, until)
    case .billingRetry: (intent, retries) = (.billingError, true)
    case .expired(let reason):
      (intent, retries) = (reason, false)
      winBack = isOwn ? eligibleWinBackOffers(of: subscription) : nil
    case .revoked: (intent, retries) = (.other, false)
    }
    return StoreRenewal(
      status: subscription.status, productId: subscription.current.productId,
      autoRenewProductId: subscription.renewalProductId, autoRenews: renews,
      renewalDate: subscription.expiresDate,
      renewalPrice: isOwn && renews ? price : nil,
      recentStart: subscription.recentStart,
      expirationIntent: intent,
      agreedToPriceIncrease: subscription.priceIncrease.flatMap { $0.isTold ? $0.isAccepted : nil },
      isInBillingRetry: retries, gracePeriodExpiresDate: grace,
      offer: next.map(StoreTransaction.RedeemedOffer.init),
      billingPlan: subscription.current.commitment == nil
        ? nil : subscription.renewsMonthly ? .monthly : .upFront,
      commitment: commitmentRenewal(of: subscription),
      appAccountToken: subscription.appAccountToken, eligibleWinBackOfferIds: winBack)
  }
}
