import PaywallCatalog

extension World {
  /// The clock has reached the end of a period, of a grace period or of billing retry.
  mutating func reachDueDate(of index: Int) {
    switch subscriptions[index].phase {
    case .active: endPeriod(of: index)
    case .gracePeriod:
      retry(index)
      announce(.gracePeriodExpired, nil, index)
    case .billingRetry:
      subscriptions[index].autoRenews = false
      expire(index, .billingError, .billingRetry)
    case .expired, .revoked: break
    }
  }

  private mutating func endPeriod(of index: Int) {
    let subscription = subscriptions[index]
    let isCommitted = subscription.isCommitted
    guard subscription.autoRenews || isCommitted else {
      return expire(index, .customerCancelled, .voluntary)
    }
    let product = catalog.products[subscription.renewalProductId]
    guard isCommitted || product?.isForSale == true else {
      subscriptions[index].autoRenews = false
      return expire(index, .productNotAvailable, .productNotForSale)
    }
    if !isCommitted, let increase = subscription.priceIncrease, !increase.isAccepted,
      subscription.nextOffer == nil
    {
      subscriptions[index].autoRenews = false
      return expire(index, .noConsentToPriceIncrease, .priceIncrease)
    }
    if customers[subscription.customer].paymentWorks, subscription.willUnbundle {
      unbundle(index)
    } else if customers[subscription.customer].paymentWorks {
      renew(index, from: subscription.expiresDate, boughtAt: subscription.expiresDate)
      announce(.didRenew, nil, index)
    } else if let grace = gracePeriod(of: subscription) {
      subscriptions[index].phase = .gracePeriod(until: subscription.expiresDate.adding(grace))
      queue.schedule(index, at: subscriptions[index].due)
      announce(.didFailToRenew, .gracePeriod, index)
    } else {
      retry(index)
      announce(.didFailToRenew, nil, index)
    }
  }

  private mutating func retry(_ index: Int) {
    let days = subscriptions[index].isCommitted ? 90 : 60
    let end = subscriptions[index].expiresDate.adding(Period(days: days))
    subscriptions[index].phase = .billingRetry(until: end)
    queue.schedule(index, at: end)
  }

  /// Returns the grace period; `nil` if the App Store gives none.
  private func gracePeriod(of subscription: StoreSubscription) -> Period? {
    guard let grace = settings.gracePeriod, !subscription.current.isMonthly else {
      return nil
    }
    if grace.isOnlyAfterPaidPeriods, subscription.isFree { return nil }
    let period = catalog.products[subscription.current.productId]?.subscription?.period
    let isWeekly = period.map { $0.months == 0 && $0.days <= 7 } ?? false
    return Period(days: isWeekly ? min(grace.days, 6) : grace.days)
  }

  /// Adds the next period.
  ///
  /// - Parameters:
  ///   - start: the moment that the period is counted from.
  ///   - bought: when it was charged.
  private mutating func renew(_ index: Int, from start: Timestamp, boughtAt bought: Timestamp) {
    let subscription = subscriptions[index]
    // A product that renews is in the catalog and has a plan: it was bought.
    guard let product = catalog.products[subscription.renewalProductId],
      let plan = product.subscription
    else { return }
    let offer = subscription.nextOffer
    var next = transaction(
      of: product, plan, offer?.offer, of: subscription.customer, in: index, from: start,
      appAccountToken: subscription.appAccountToken, seats: subscription.nextSeats)
    next.purchaseDate = bought
    next.isRenewal = true
    if subscription.renewsMonthly {
      continueCommitment(&next, of: subscription, from: start)
    } else if offer == nil, let increase = subscription.priceIncrease {
      if increase.isTold {
        subscriptions[index].priceIncrease = nil
      } else {
        next.price = increase.presentPrice
        if let seats = subscription.nextSeats {
          setSeats(seats, for: increase.presentPrice, in: &next, plan, of: index)
        }
      }
    }
    continueBundle(&next, of: subscription)
    subscriptions[index].transactions.append(next)
    subscriptions[index].phase = .active
    if !subscription.isCommitted || subscription.pending?.isMonthly == true {
      subscriptions[index].pending = nil
    }
    subscriptions[index].running = offer.flatMap {
      $0.cyclesLeft > 1
        ? .init(offer: $0.offer, productId: product.id, cyclesLeft: $0.cyclesLeft - 1) : nil
    }
    queue.schedule(index, at: subscriptions[index].due)
  }

  /// Ends a subscription.
  mutating func expire(
    _ index: Int, _ intent: ExpirationIntent, _ subtype: NotificationSubtype?
  ) {
    subscriptions[index].phase = .expired(intent)
    if intent != .noConsentToPriceIncrease { subscriptions[index].priceIncrease = nil }
    subscriptions[index].forgetWhatFollows()
    queue.schedule(index, at: nil)
    announce(.expired, subtype, index)
  }

  /// Sets whether the customer's payment method can be charged. A method that works again pays a
  /// failed renewal at once: in the grace period for the time from the old renewal date, later for
  /// a new period from now.
  package mutating func setPayment(works: Bool, of id: String) throws(StoreRefusal) {
    let customer = try customer(id)
    customers[customer].paymentWorks = works
    guard works else { return }
    for index in ownSubscriptions(of: customer) where subscriptions[index].isInBillingRetry {
      let product = catalog.products[subscriptions[index].nextProductId]
      guard subscriptions[index].isCommitted || product?.isForSale == true else {
        subscriptions[index].autoRenews = false
        expire(index, .productNotAvailable, .productNotForSale)
        continue
      }
      if case .gracePeriod = subscriptions[index].phase {
        renew(index, from: subscriptions[index].expiresDate, boughtAt: now)
      } else {
        renew(index, from: now, boughtAt: now)
      }
      announce(.didRenew, .billingRecovery, index)
      tellOfPriceIncrease(index)
    }
    // A short period from the old renewal date may be over already.
    advance(to: now)
  }
}
