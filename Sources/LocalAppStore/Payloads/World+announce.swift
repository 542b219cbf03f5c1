import PaywallCatalog

extension World {
  /// Announces a change of a subscription, with its current transaction.
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ index: Int
  ) {
    announce(type, subtype, at: currentPlace(of: index))
  }

  /// Announces a change of one transaction.
  ///
  /// - Parameter id: which id of the purchase is named, if it was restored; `nil` for its first one.
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, at place: Place,
    as id: String? = nil, because reason: ConsumptionReason? = nil
  ) {
    let signed = markSigned(at: place)
    let transaction = self[place]
    let (customer, renewal): (Int, StoreRenewal?) =
      switch place {
      case .period(let index, _): (subscriptions[index].customer, renewal(of: subscriptions[index]))
      case .purchase(let index): (purchases[index].customer, nil)
      }
    send(
      StoreNotification(
        uuid: identifiers.uuid(), type: type, subtype: subtype, signedDate: signed,
        customer: customers[customer], transaction: id.map(transaction.named) ?? transaction,
        renewal: renewal, consumptionReason: reason))
    switch place {
    case .period(let index, let position):
      guard subscriptions[index].payer == nil, mayBeShared(subscriptions[index]) else { return }
      tellFamily(type, subtype, of: index, position)
    case .purchase(let index):
      guard purchases[index].payer == nil, customers[customer].family != nil else { return }
      tellFamily(type, ofPurchase: index)
    }
  }

  /// Announces news of the whole app, or of a customer and none of their purchases.
  @discardableResult
  mutating func announce(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, of customer: Int? = nil,
    summary: MassExtension? = nil
  ) -> StoreNotification {
    let notification = StoreNotification(
      uuid: identifiers.uuid(), type: type, subtype: subtype, signedDate: now,
      customer: customer.map { customers[$0] }, summary: summary)
    send(notification)
    return notification
  }

  /// Tells the app's server which of its seats the App Store took back.
  mutating func announceUnclaimed(_ claimIds: [String], of index: Int) {
    send(
      StoreNotification(
        uuid: identifiers.uuid(), type: .unclaimSeats,
        signedDate: markSigned(at: currentPlace(of: index)),
        customer: customers[subscriptions[index].customer],
        unclaimed: .init(
          seatIds: claimIds, originalTransactionId: subscriptions[index].originalTransactionId)))
  }

  /// The renewal info of a subscription now.
  package func renewal(of subscription: StoreSubscription) -> StoreRenewal {
    let isOwn = subscription.payer == nil
    let renews = subscription.autoRenews || subscription.isCommitted
    let next = renews ? subscription.nextOffer?.offer : nil
    let unit = next?.price ?? renewalPrice(of: subscription)
    let tiers = isOwn && renews ? renewalTiers(of: subscription, next, unit) : nil
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
      renewalPrice: isOwn && renews ? tiers.map(StoreSeats.average) ?? unit : nil,
      tiers: tiers,
      recentStart: subscription.recentStart,
      expirationIntent: intent,
      agreedToPriceIncrease: subscription.priceIncrease.flatMap { $0.isTold ? $0.isAccepted : nil },
      isInBillingRetry: retries, gracePeriodExpiresDate: grace,
      offer: next.map(StoreTransaction.RedeemedOffer.init),
      billingPlan: subscription.current.isMonthly
        ? (subscription.renewsMonthly ? .monthly : .upFront) : nil,
      commitment: commitmentRenewal(of: subscription),
      bundle: subscription.current.bundle, willUnbundle: subscription.willUnbundle,
      appAccountToken: subscription.appAccountToken, eligibleWinBackOfferIds: winBack)
  }

  /// Returns the seats of the next renewal by their price.
  private func renewalTiers(
    of subscription: StoreSubscription, _ offer: StoreOffer?, _ unit: Int64?
  ) -> [StoreSeats.Tier]? {
    guard let seats = subscription.nextSeats, let unit,
      let plan = catalog.products[subscription.nextProductId]?.subscription
    else { return nil }
    return offer == nil
      ? plan.seats.tiers(of: 1...seats, from: unit) : [.init(price: unit, quantity: seats)]
  }
}
