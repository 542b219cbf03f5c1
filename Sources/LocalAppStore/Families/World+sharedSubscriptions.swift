import PaywallCatalog

// A family member, or the holder of a seat to whom Apple gave it, has a subscription of their own, with ids
// of their own, which follows that of the payer. Nothing of it is due by itself.
extension World {
  /// Whether others have it, or may have it.
  func mayBeShared(_ subscription: StoreSubscription) -> Bool {
    customers[subscription.customer].family != nil || !subscription.holders.isEmpty
      || !subscription.shares.isEmpty
  }

  /// Applies a change of a subscription to the family of its payer.
  mutating func tellFamily(
    _ type: NotificationType, _ subtype: NotificationSubtype?, of payer: Int, _ position: Int
  ) {
    let isCurrent = subscriptions[payer].presentPeriod.contains(position)
    switch (type, subtype) {
    case (.subscribed, _), (.didRenew, _), (.didChangeRenewalPreference, .upgrade),
      (.offerRedeemed, .upgrade):
      beginPeriods(of: payer, type, subtype)
    case (_, .increaseQuantity), (_, .decreaseQuantity): break
    case (.refund, _) where subscriptions[payer].current.seats != nil:
      if subscriptions[payer].current.seats?.invitations == .apple { limitHolders(of: payer) }
      updateShares(ofSubscription: payer)
    case (.didChangeRenewalPreference, _), (.offerRedeemed, _), (.didChangeRenewalStatus, _),
      (.didFailToRenew, _), (.gracePeriodExpired, _), (.renewalExtended, _), (.expired, _):
      for share in subscriptions[payer].shares where subscriptions[share].isRunning {
        follow(payer, share)
        announce(type, subtype, share)
      }
    case (.refund, _): revokePeriod(position, of: payer)
    case (.refundReversed, _): if isCurrent { updateShares(ofSubscription: payer) }
    case (.consumptionRequest, _), (.refundDeclined, _), (.oneTimeCharge, _), (.revoke, _),
      (.priceIncrease, _), (.renewalExtension, _), (.test, _), (.rescindConsent, _),
      (.unclaimSeats, _):
      break
    }
  }

  /// Revokes the access of those who may not have it any more, and gives it to those who may now.
  mutating func updateShares(ofSubscription payer: Int) {
    let members = members(sharing: payer)
    endShares(of: payer, but: members)
    guard case .active = subscriptions[payer].phase else { return }
    for member in members {
      let share = share(of: payer, with: member)
      if share.map({ subscriptions[$0].isRunning }) != true { begin(payer, share, member) }
    }
  }

  /// Begins a period for each member, after the payer got a new one.
  private mutating func beginPeriods(
    of payer: Int, _ type: NotificationType, _ subtype: NotificationSubtype?
  ) {
    if subscriptions[payer].current.seats?.invitations == .apple { limitHolders(of: payer) }
    let members = members(sharing: payer)
    endShares(of: payer, but: members)
    for member in members {
      guard let share = share(of: payer, with: member), subscriptions[share].isRunning else {
        begin(payer, share(of: payer, with: member), member)
        continue
      }
      let current = subscriptions[payer].current
      if subtype == .upgrade {
        let last = subscriptions[share].transactions.count - 1
        change(at: .period(subscription: share, last)) { $0.isUpgraded = true }
      }
      var period = period(of: payer, with: member, share)
      period.purchaseDate = current.purchaseDate
      period.isRenewal = current.isRenewal
      subscriptions[share].transactions.append(period)
      follow(payer, share)
      announce(type, subtype, share)
    }
  }

  /// Gives a member access, for the first time or again.
  private mutating func begin(_ payer: Int, _ share: Int?, _ member: Int) {
    let period = period(of: payer, with: member, share)
    if let share {
      let lapse = now.milliseconds - subscriptions[share].endOfLastPeriod.milliseconds
      if lapse >= StoreSubscription.longestBridgedLapse { subscriptions[share].recentStart = now }
      subscriptions[share].transactions.append(period)
    } else {
      let index = subscriptions.count
      subscriptions.append(
        StoreSubscription(
          customer: member, payer: payer, groupId: subscriptions[payer].groupId,
          transactions: [period], nextProductId: period.productId, recentStart: now))
      customers[member].subscriptions.append(index)
      subscriptions[payer].shares.append(index)
    }
    let index = share ?? subscriptions.count - 1
    follow(payer, index)
    announce(.subscribed, share == nil ? .initialBuy : .resubscribe, index)
  }

  /// Makes the member's transaction for the payer's current period, from now.
  private mutating func period(
    of payer: Int, with member: Int, _ share: Int?
  ) -> StoreTransaction {
    let (id, event) = identifiers.transaction(of: member)
    let paid = subscriptions[payer].current
    let first = share.map { subscriptions[$0].transactions[0] }
    var period = StoreTransaction(
      transactionId: id, originalTransactionId: first?.transactionId ?? id,
      webOrderLineItemId: event, productId: paid.productId, type: paid.type,
      groupId: paid.groupId, purchaseDate: now, originalPurchaseDate: first?.purchaseDate ?? now,
      expiresDate: paid.expiresDate, payerTransactionId: paid.transactionId, price: 0,
      period: paid.period, revision: nextRevision())
    if let seats = paid.seats {
      period.quantity = paid.quantity
      period.seats = seats.ofHolder
    }
    return period
  }

  /// Copies the present state of the payer's subscription.
  private mutating func follow(_ payer: Int, _ share: Int) {
    let last = subscriptions[share].transactions.count - 1
    let paid = subscriptions[payer]
    if subscriptions[share].expiresDate != paid.expiresDate {
      change(at: .period(subscription: share, last)) { $0.expiresDate = paid.expiresDate }
    }
    subscriptions[share].phase = paid.phase
    subscriptions[share].autoRenews = paid.autoRenews || paid.isCommitted
    subscriptions[share].nextProductId = paid.renewalProductId
  }

  private mutating func endShares(of payer: Int, but members: [Int]) {
    for share in subscriptions[payer].shares
    where subscriptions[share].isRunning && !members.contains(subscriptions[share].customer) {
      revoke(share, subscriptions[share].transactions.count - 1)
    }
  }

  /// Revokes the members' transactions of a period that was refunded to the payer.
  private mutating func revokePeriod(_ position: Int, of payer: Int) {
    let id = subscriptions[payer].transactions[position].transactionId
    for share in subscriptions[payer].shares {
      let position = subscriptions[share].transactions.lastIndex {
        $0.payerTransactionId == id && $0.revocation == nil
      }
      if let position { revoke(share, position) }
    }
  }

  private mutating func revoke(_ share: Int, _ position: Int) {
    let loss = StoreTransaction.Revocation.lossOfSharing(at: now)
    change(at: .period(subscription: share, position)) { $0.revocation = loss }
    if position == subscriptions[share].transactions.count - 1 {
      subscriptions[share].phase = .revoked
      subscriptions[share].autoRenews = false
      subscriptions[share].nextProductId = subscriptions[share].current.productId
    }
    announce(.revoke, at: .period(subscription: share, position))
  }

  private func share(of payer: Int, with member: Int) -> Int? {
    subscriptions[payer].shares.first { subscriptions[$0].customer == member }
  }

  /// Returns the customers who may have what the payer has now.
  private func members(sharing payer: Int) -> [Int] {
    let paid = subscriptions[payer]
    guard paid.isRunning else { return [] }
    if let seats = paid.current.seats {
      return seats.invitations == .apple ? paid.holders.compactMap(\.customer) : []
    }
    guard paid.isShared, catalog.products[paid.current.productId]?.isFamilyShareable == true else {
      return []
    }
    return relatives(of: paid.customer)
  }
}
