import PaywallCatalog

extension World {
  /// Buys a product, or takes an offer for a subscription that runs. A product of another level
  /// of the group replaces the present one: at once, if it is of a higher level, or of the same
  /// level and the same duration, else with the next renewal. What needs approval waits for it.
  ///
  /// - Returns: the new transaction; `nil` if it waits, or if the change begins with the next renewal.
  @discardableResult
  package mutating func buy(
    _ productId: String, by id: String, _ options: PurchaseOptions = PurchaseOptions()
  ) throws(StoreRefusal) -> StoreTransaction? {
    let buyer = try customer(id)
    guard !customers[buyer].asksToBuy else {
      try ask(for: productId, by: buyer, options)
      return nil
    }
    return try purchase(productId, by: buyer, options)
  }

  /// Buys without asking for approval.
  mutating func purchase(
    _ productId: String, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction? {
    let product = try product(productId)
    guard product.isForSale else { throw .productNotForSale(productId) }
    try checkMonthly(product, by: buyer, options)
    guard let plan = product.subscription else {
      return try buyOnce(product, by: buyer, options)
    }
    guard let index = subscription(of: buyer, in: plan.groupId) else {
      return try subscribe(to: product, plan, by: buyer, options)
    }
    switch subscriptions[index].phase {
    case .expired, .revoked: return try resubscribe(index, to: product, plan, options)
    case .gracePeriod, .billingRetry: throw .billingIssue
    case .active: return try change(index, to: product, plan, options)
    }
  }

  /// Without those that a family member pays.
  func ownSubscriptions(of customer: Int) -> [Int] {
    customers[customer].subscriptions.filter { subscriptions[$0].payer == nil }
  }

  func subscription(of customer: Int, in group: String) -> Int? {
    ownSubscriptions(of: customer).first { subscriptions[$0].groupId == group }
  }

  private mutating func subscribe(
    to product: StoreProduct, _ plan: StoreProduct.Plan, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    let offer = try offer(for: product, by: buyer, nil, options)
    guard customers[buyer].paymentWorks else { throw .paymentFailed }
    let token = token(options)
    var transaction = transaction(
      of: product, plan, offer, of: buyer, in: nil, from: now, appAccountToken: token)
    if options.billingPlan == .monthly { beginCommitment(&transaction, plan) }
    let index = subscriptions.count
    customers[buyer].subscriptions.append(index)
    subscriptions.append(
      StoreSubscription(
        customer: buyer, groupId: plan.groupId, first: transaction,
        nextProductId: product.id, recentStart: now, appAccountToken: token))
    subscriptions[index].running =
      transaction.commitment == nil ? remainder(of: offer, on: product) : nil
    queue.schedule(index, at: subscriptions[index].due)
    announce(.subscribed, .initialBuy, index)
    return transaction
  }

  private mutating func resubscribe(
    _ index: Int, to product: StoreProduct, _ plan: StoreProduct.Plan, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    let offer = try offer(for: product, by: subscriptions[index].customer, index, options)
    guard customers[subscriptions[index].customer].paymentWorks else { throw .paymentFailed }
    let lapse = now.milliseconds - subscriptions[index].endOfLastPeriod.milliseconds
    if lapse >= StoreSubscription.longestBridgedLapse { subscriptions[index].recentStart = now }
    return start(index, product, plan, offer, options, .subscribed, .resubscribe)
  }

  /// Begins a period at once: a return or an upgrade.
  mutating func start(
    _ index: Int, _ product: StoreProduct, _ plan: StoreProduct.Plan, _ offer: StoreOffer?,
    _ options: PurchaseOptions, _ type: NotificationType, _ subtype: NotificationSubtype
  ) -> StoreTransaction {
    let token = token(options) ?? subscriptions[index].appAccountToken
    var transaction = transaction(
      of: product, plan, offer, of: subscriptions[index].customer, in: index, from: now,
      appAccountToken: token)
    if options.billingPlan == .monthly { beginCommitment(&transaction, plan) }
    subscriptions[index].isCommitmentOver = false
    subscriptions[index].transactions.append(transaction)
    subscriptions[index].phase = .active
    subscriptions[index].nextProductId = product.id
    subscriptions[index].priceIncrease = nil
    subscriptions[index].pending = nil
    subscriptions[index].running =
      transaction.commitment == nil ? remainder(of: offer, on: product) : nil
    subscriptions[index].appAccountToken = token
    let renewed = subscriptions[index].autoRenews
    subscriptions[index].autoRenews = true
    queue.schedule(index, at: subscriptions[index].due)
    announce(type, subtype, index)
    if !renewed, type != .subscribed {
      announce(.didChangeRenewalStatus, .autoRenewEnabled, index)
    }
    return transaction
  }

  private mutating func buyOnce(
    _ product: StoreProduct, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    guard case .automatic = options.offer else { throw .notASubscription(product.id) }
    guard product.type != .nonConsumable || !owns(product.id, buyer) else {
      throw .alreadyOwned(product.id)
    }
    guard customers[buyer].paymentWorks else { throw .paymentFailed }
    let (id, event) = identifiers.transaction(of: buyer)
    let quantity = product.type == .consumable ? max(1, options.quantity) : 1
    let transaction = StoreTransaction(
      transactionId: id, originalTransactionId: id, webOrderLineItemId: event,
      productId: product.id, type: product.type, purchaseDate: now, originalPurchaseDate: now,
      quantity: quantity, appAccountToken: token(options),
      price: product.price(in: customers[buyer].storefront) * Int64(quantity),
      revision: nextRevision())
    customers[buyer].purchases.append(purchases.count)
    purchases.append(StorePurchase(customer: buyer, transaction: transaction))
    announce(.oneTimeCharge, purchase: purchases.count - 1)
    return transaction
  }

  /// Whether a customer bought something that does not renew, and was not refunded.
  private func owns(_ productId: String, _ customer: Int) -> Bool {
    customers[customer].purchases.contains {
      purchases[$0].payer == nil && purchases[$0].transaction.productId == productId
        && purchases[$0].transaction.revocation == nil
    }
  }

  func token(_ options: PurchaseOptions) -> String? {
    options.appAccountToken?.lowercased()
  }

  func remainder(
    of offer: StoreOffer?, on product: StoreProduct
  ) -> StoreSubscription.OfferRemainder? {
    guard let offer, offer.cycles > 1 else { return nil }
    return .init(offer: offer, productId: product.id, cyclesLeft: offer.cycles - 1)
  }

  /// One period: that of the offer, or else that of the product.
  ///
  /// - Parameter index: the subscription that it continues.
  mutating func transaction(
    of product: StoreProduct, _ plan: StoreProduct.Plan, _ offer: StoreOffer?, of customer: Int,
    in index: Int?, from start: Timestamp, appAccountToken: String?
  ) -> StoreTransaction {
    let (id, event) = identifiers.transaction(of: customer)
    let first = index.map { subscriptions[$0].transactions[0] }
    let period = offer?.period ?? plan.period
    return StoreTransaction(
      transactionId: id, originalTransactionId: first?.transactionId ?? id,
      webOrderLineItemId: event, productId: product.id,
      type: product.type, groupId: plan.groupId, purchaseDate: start,
      originalPurchaseDate: first?.purchaseDate ?? start, expiresDate: start.adding(period),
      appAccountToken: appAccountToken,
      price: offer?.price ?? product.price(in: customers[customer].storefront),
      offer: offer.map(StoreTransaction.RedeemedOffer.init),
      period: period, revision: nextRevision())
  }
}

extension StoreSubscription {
  /// A shorter lapse does not begin a new run, in milliseconds.
  static let longestBridgedLapse: Int64 = 60 * Timestamp.day

  /// What a lapse is counted from; a grace period does not delay it.
  var endOfLastPeriod: Timestamp {
    current.revocation.map { min($0.date, expiresDate) } ?? expiresDate
  }
}
