extension World {
  /// Changes a subscription that runs to another product of the group, or to an offer.
  mutating func change(
    _ index: Int, to product: StoreProduct, _ plan: StoreProduct.Plan, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction? {
    let subscription = subscriptions[index]
    let present = subscription.current.productId
    let takesEffect = effect(of: plan, on: product.id, replacing: present)
    var options = options
    options.seats = options.seats ?? (product.id == present ? nil : subscription.seats)
    if takesEffect == .atOnce, let held = subscription.seats, (options.seats ?? 0) < held {
      throw .seatReductionNotAllowed(held: held)
    }
    let offer = try offer(for: product, by: subscription.customer, index, options)
    if offer == nil, product.id == subscription.nextProductId, subscription.autoRenews {
      throw .alreadySubscribed(product: product.id)
    }
    if takesEffect != .atOnce { try checkPlan(subscription, product, offer, options) }
    if takesEffect == .atOnce {
      guard customers[subscription.customer].paymentWorks else { throw .paymentFailed }
      for replaced in subscription.presentPeriod
      where subscription.transactions[replaced].revocation == nil {
        change(at: .period(subscription: index, replaced)) { $0.isUpgraded = true }
      }
      return start(
        index, product, plan, offer, options,
        offer == nil ? .didChangeRenewalPreference : .offerRedeemed, .upgrade)
    }
    let changesPreference = product.id != subscription.nextProductId
    subscriptions[index].nextProductId = product.id
    // A customer who chooses a product agrees to its price.
    if changesPreference { subscriptions[index].priceIncrease = nil }
    subscriptions[index].pending = offer.map {
      .init(offer: $0, productId: product.id, cyclesLeft: $0.cycles)
    }
    subscriptions[index].autoRenews = true
    subscriptions[index].nextSeats = options.seats ?? subscription.nextSeats
    // The account of a purchase that begins later is that of the renewal which begins it.
    if let token = token(options) { subscriptions[index].appAccountToken = token }
    let subtype: NotificationSubtype? = takesEffect == .withRenewal ? .downgrade : nil
    if offer != nil {
      announce(.offerRedeemed, subtype, index)
    } else if changesPreference {
      announce(.didChangeRenewalPreference, subtype, index)
    }
    if !subscription.autoRenews {
      announce(.didChangeRenewalStatus, .autoRenewEnabled, index)
    }
    return nil
  }

  /// Refuses a plan other than the one that renews: monthly only for a product that is paid monthly
  /// already.
  private func checkPlan(
    _ subscription: StoreSubscription, _ product: StoreProduct, _ offer: StoreOffer?,
    _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    let staysMonthly =
      subscription.current.isMonthly
      && product.id == subscription.current.productId
    guard let offer else {
      guard options.billingPlan == .upFront else { throw .notSoldMonthly(product.id) }
      return
    }
    guard (offer.billingPlan == .monthly) == staysMonthly else {
      throw .notEligible(offer: offer.id, .otherBillingPlan)
    }
    guard !staysMonthly || offer.isMonthByMonth || subscription.current.commitment == nil else {
      throw .notEligible(offer: offer.id, .insideCommitment)
    }
  }

  private enum Effect {
    case atOnce, withRenewal, none
  }

  /// Decides when a product replaces another one of its group.
  private func effect(
    of plan: StoreProduct.Plan, on product: String, replacing present: String
  ) -> Effect {
    guard product != present, let other = catalog.products[present]?.subscription else {
      return .none
    }
    if plan.level != other.level { return plan.level < other.level ? .atOnce : .withRenewal }
    return plan.period == other.period ? .atOnce : .withRenewal
  }

  /// Whether the purchase of a product would be a downgrade, which offer codes refuse.
  func isDowngrade(_ product: StoreProduct, _ index: Int) -> Bool {
    guard let plan = product.subscription else { return false }
    return effect(of: plan, on: product.id, replacing: subscriptions[index].current.productId)
      == .withRenewal
  }

  /// Turns auto-renewal off. A subscription in its grace period or in billing retry ends at once.
  package mutating func cancel(_ productId: String, by id: String) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard subscriptions[index].autoRenews else { throw .alreadyCancelled }
    decide(index, .cancelled)
    turnOff(index)
    if subscriptions[index].isInBillingRetry, !subscriptions[index].isCommitted {
      expire(index, .customerCancelled, .voluntary)
    }
  }

  /// Turns auto-renewal off, and drops the changes that would begin with the next renewal.
  mutating func turnOff(_ index: Int) {
    subscriptions[index].autoRenews = false
    subscriptions[index].nextProductId = subscriptions[index].current.productId
    subscriptions[index].pending = nil
    // Apple lists a cancel after a price increase without a subtype.
    let isAnswer = subscriptions[index].priceIncrease?.isTold == true
    subscriptions[index].priceIncrease = nil
    announce(.didChangeRenewalStatus, isAnswer ? nil : .autoRenewDisabled, index)
  }

  /// Turns auto-renewal on again, before the period ends.
  package mutating func resume(_ productId: String, by id: String) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard !subscriptions[index].autoRenews else { throw .alreadyRenews }
    guard try product(subscriptions[index].current.productId).isForSale else {
      throw .productNotForSale(subscriptions[index].current.productId)
    }
    subscriptions[index].autoRenews = true
    subscriptions[index].isCommitmentOver = false
    announce(.didChangeRenewalStatus, .autoRenewEnabled, index)
  }

  /// The customer's subscription in the group of a product, if it has not ended.
  func running(_ productId: String, of id: String) throws(StoreRefusal) -> Int {
    let index = try subscription(of: productId, by: id)
    switch subscriptions[index].phase {
    case .active, .gracePeriod, .billingRetry: return index
    case .expired, .revoked: throw .notActive
    }
  }

  private func subscription(of productId: String, by id: String) throws(StoreRefusal) -> Int {
    let customer = try customer(id)
    guard let plan = try product(productId).subscription else {
      throw .notASubscription(productId)
    }
    guard let index = subscription(of: customer, in: plan.groupId) else {
      throw .neverSubscribed(group: plan.groupId)
    }
    return index
  }

  /// The owner takes a product from sale: it is neither sold nor renewed.
  package mutating func withdraw(_ productId: String) throws(StoreRefusal) {
    _ = try product(productId)
    catalog.products[productId]?.isForSale = false
  }
}
