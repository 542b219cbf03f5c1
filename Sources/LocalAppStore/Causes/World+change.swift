import PaywallCatalog

extension World {
  /// Another product of the group, or an offer, for a subscription that runs.
  mutating func change(
    _ index: Int, to product: StoreProduct, _ plan: StoreProduct.Plan, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction? {
    let subscription = subscriptions[index]
    let present = subscription.current.productId
    let takesEffect = effect(of: plan, on: product.id, replacing: present)
    let offer = try offer(for: product, by: subscription.customer, index, options)
    if offer == nil, product.id == subscription.nextProductId, subscription.autoRenews {
      throw .alreadySubscribed(product: product.id)
    }
    if takesEffect == .atOnce {
      guard customers[subscription.customer].paymentWorks else { throw .paymentFailed }
      let replaced = subscription.transactions.count - 1
      subscriptions[index].transactions[replaced].isUpgraded = true
      return start(
        index, product, plan, offer, options,
        offer == nil ? .didChangeRenewalPreference : .offerRedeemed, .upgrade)
    }
    let changesPreference = product.id != subscription.nextProductId
    subscriptions[index].nextProductId = product.id
    subscriptions[index].pending = offer.map {
      .init(offer: $0, productId: product.id, cyclesLeft: $0.cycles)
    }
    subscriptions[index].autoRenews = true
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

  private enum Effect {
    case atOnce, withRenewal, none
  }

  /// When a product replaces another one of its group.
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

  /// Turns auto-renewal off. What is in its grace period or in billing retry ends at once.
  package mutating func cancel(_ productId: String, by id: String) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard subscriptions[index].autoRenews else { throw .alreadyCancelled }
    turnOff(index)
    if subscriptions[index].isInBillingRetry { expire(index, .customerCancelled, .voluntary) }
  }

  /// Also takes back what was to change with the next renewal.
  mutating func turnOff(_ index: Int) {
    subscriptions[index].autoRenews = false
    subscriptions[index].nextProductId = subscriptions[index].current.productId
    subscriptions[index].pending = nil
    announce(.didChangeRenewalStatus, .autoRenewDisabled, index)
  }

  /// Turns auto-renewal on again, before the period ends.
  package mutating func resume(_ productId: String, by id: String) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard !subscriptions[index].autoRenews else { throw .alreadyRenews }
    guard try product(subscriptions[index].current.productId).isForSale else {
      throw .productNotForSale(subscriptions[index].current.productId)
    }
    subscriptions[index].autoRenews = true
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

  /// The owner moves the renewal date of a running subscription; the customer pays nothing for
  /// the days.
  ///
  /// - Parameter days: 1…90.
  package mutating func extend(
    _ productId: String, of id: String, days: Int
  ) throws(StoreRefusal) {
    guard (1...90).contains(days) else { throw .invalidExtension(days: days) }
    let index = try running(productId, of: id)
    guard case .active = subscriptions[index].phase else { throw .notActive }
    let end = subscriptions[index].expiresDate.adding(Period(days: days))
    let last = subscriptions[index].transactions.count - 1
    subscriptions[index].transactions[last].expiresDate = end
    queue.schedule(index, at: end)
    announce(.renewalExtended, nil, index)
  }

  /// The owner takes a product from sale: it is neither sold nor renewed.
  package mutating func withdraw(_ productId: String) throws(StoreRefusal) {
    _ = try product(productId)
    catalog.products[productId]?.isForSale = false
  }
}
