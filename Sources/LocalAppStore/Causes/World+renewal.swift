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
    guard subscription.autoRenews else { return expire(index, .customerCancelled, .voluntary) }
    guard let product = catalog.products[subscription.nextProductId], product.isForSale else {
      subscriptions[index].autoRenews = false
      return expire(index, .productNotAvailable, .productNotForSale)
    }
    if customers[subscription.customer].paymentWorks {
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
    let end = subscriptions[index].expiresDate.adding(Period(days: 60))
    subscriptions[index].phase = .billingRetry(until: end)
    queue.schedule(index, at: end)
  }

  /// `nil` if the App Store gives none.
  private func gracePeriod(of subscription: StoreSubscription) -> Period? {
    guard let grace = settings.gracePeriod else { return nil }
    if grace.isOnlyAfterPaidPeriods, subscription.current.price == 0 { return nil }
    let period = catalog.products[subscription.current.productId]?.subscription?.period
    let isWeekly = period.map { $0.months == 0 && $0.days <= 7 } ?? false
    return Period(days: isWeekly ? min(grace.days, 6) : grace.days)
  }

  /// Adds the next period.
  ///
  /// - Parameters:
  ///   - start: what the period is counted from.
  ///   - bought: when it was charged.
  private mutating func renew(_ index: Int, from start: Timestamp, boughtAt bought: Timestamp) {
    let subscription = subscriptions[index]
    // A product that renews is in the catalog and has a plan: it was bought.
    guard let product = catalog.products[subscription.nextProductId],
      let plan = product.subscription
    else { return }
    let offer = subscription.nextOffer
    var next = transaction(
      of: product, plan, offer?.offer, of: subscription.customer, in: index, from: start)
    next.purchaseDate = bought
    next.isRenewal = true
    subscriptions[index].transactions.append(next)
    subscriptions[index].phase = .active
    subscriptions[index].pending = nil
    subscriptions[index].running = offer.flatMap {
      $0.cyclesLeft > 1
        ? .init(offer: $0.offer, productId: product.id, cyclesLeft: $0.cyclesLeft - 1) : nil
    }
    queue.schedule(index, at: subscriptions[index].due)
  }

  /// Ends a subscription.
  mutating func expire(
    _ index: Int, _ intent: ExpirationIntent, _ subtype: NotificationSubtype
  ) {
    subscriptions[index].phase = .expired(intent)
    subscriptions[index].running = nil
    subscriptions[index].pending = nil
    subscriptions[index].nextProductId = subscriptions[index].current.productId
    queue.schedule(index, at: nil)
    announce(.expired, subtype, index)
  }

  /// Whether the customer's payment method can be charged. A method that works again pays at once
  /// what could not be renewed: in the grace period for the time from the old renewal date, later
  /// for a new period from now.
  package mutating func setPayment(works: Bool, of id: String) throws(StoreRefusal) {
    let customer = try customer(id)
    customers[customer].paymentWorks = works
    guard works else { return }
    for index in customers[customer].subscriptions where subscriptions[index].isInBillingRetry {
      guard catalog.products[subscriptions[index].nextProductId]?.isForSale == true else {
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
    }
  }
}
