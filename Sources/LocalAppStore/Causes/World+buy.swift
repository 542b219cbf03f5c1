import PaywallCatalog

extension World {
  /// Buys a product, or takes an offer for a subscription that runs. A product of another level of
  /// the group replaces the present one: at once, if it is of a higher level, or of the same level
  /// and the same duration, else with the next renewal. A purchase that needs approval waits for
  /// it.
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
    try checkSeats(product, options)
    try checkMonthly(product, by: buyer, options)
    guard let plan = product.subscription else {
      return try buyOnce(product, by: buyer, options)
    }
    guard let index = subscription(of: buyer, in: plan.groupId) else {
      return try subscribe(to: product, plan, by: buyer, options)
    }
    switch subscriptions[index].phase {
    case .expired, .revoked:
      return try comeBack(index, to: product, plan, by: buyer, options)
    case .gracePeriod, .billingRetry: throw .billingIssue
    case .active where subscriptions[index].current.bundle != nil:
      throw .inBundle(subscriptions[index].current.productId)
    case .active:
      let isSame = subscriptions[index].current.productId == product.id
      if let seats = options.seats, isSame, options.offer.isAutomatic {
        return try addSeats(index, product, plan, to: seats, options)
      }
      return try change(index, to: product, plan, options)
    }
  }

  /// Buys after a subscription has ended; one that was part of a bundle is not taken up again.
  private mutating func comeBack(
    _ index: Int, to product: StoreProduct, _ plan: StoreProduct.Plan, by buyer: Int,
    _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    let own = ownSubscriptions(of: buyer).last {
      subscriptions[$0].groupId == plan.groupId && subscriptions[$0].current.bundle == nil
    }
    guard let own else { return try subscribe(to: product, plan, by: buyer, options) }
    return try resubscribe(own, after: index, to: product, plan, options)
  }

  /// Returns the subscriptions of a customer without those that a family member pays.
  func ownSubscriptions(of customer: Int) -> [Int] {
    customers[customer].subscriptions.filter { subscriptions[$0].payer == nil }
  }

  /// Returns the subscription that runs, or else the one that was bought last.
  func subscription(of customer: Int, in group: String) -> Int? {
    let own = ownSubscriptions(of: customer).filter { subscriptions[$0].groupId == group }
    return own.first { subscriptions[$0].isRunning }
      ?? own.max {
        subscriptions[$0].current.purchaseDate < subscriptions[$1].current.purchaseDate
      }
  }

  /// Everything that a customer bought in the group of a subscription: before and after a switch to a
  /// bundle, in the order of purchase.
  func history(of subscription: StoreSubscription) -> [StoreTransaction] {
    let own = ownSubscriptions(of: subscription.customer).map { subscriptions[$0] }
      .filter { $0.groupId == subscription.groupId }
    guard own.count > 1 else { return subscription.transactions }
    return own.flatMap(\.transactions).sorted { $0.purchaseDate < $1.purchaseDate }
  }

  private mutating func subscribe(
    to product: StoreProduct, _ plan: StoreProduct.Plan, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    let offer = try offer(for: product, by: buyer, nil, options)
    guard customers[buyer].paymentWorks else { throw .paymentFailed }
    let token = token(options)
    var transaction = transaction(
      of: product, plan, offer, of: buyer, in: nil, from: now, appAccountToken: token,
      seats: options.seats)
    if options.billingPlan == .monthly { beginMonthly(&transaction, plan, offer) }
    let index = subscriptions.count
    customers[buyer].subscriptions.append(index)
    subscriptions.append(
      StoreSubscription(
        customer: buyer, payer: nil, groupId: plan.groupId, transactions: [transaction],
        nextProductId: product.id, recentStart: now, appAccountToken: token))
    subscriptions[index].nextSeats = options.seats
    subscriptions[index].running = remainder(of: offer, on: product)
    queue.schedule(index, at: subscriptions[index].due)
    announce(.subscribed, .initialBuy, index)
    return transaction
  }

  /// - Parameter last: the one that ended last, if that was part of a bundle.
  private mutating func resubscribe(
    _ index: Int, after last: Int, to product: StoreProduct, _ plan: StoreProduct.Plan,
    _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    let offer = try offer(for: product, by: subscriptions[index].customer, last, options)
    guard customers[subscriptions[index].customer].paymentWorks else { throw .paymentFailed }
    let lapse = now.milliseconds - subscriptions[last].endOfLastPeriod.milliseconds
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
      appAccountToken: token, seats: options.seats)
    if options.billingPlan == .monthly { beginMonthly(&transaction, plan, offer) }
    if type == .subscribed || options.seats == nil { subscriptions[index].holders = [] }
    subscriptions[index].isCommitmentOver = false
    subscriptions[index].transactions.append(transaction)
    subscriptions[index].phase = .active
    subscriptions[index].nextProductId = product.id
    subscriptions[index].priceIncrease = nil
    subscriptions[index].pending = nil
    subscriptions[index].nextSeats = options.seats
    subscriptions[index].running = remainder(of: offer, on: product)
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
    purchases.append(StorePurchase(customer: buyer, payer: nil, transaction: transaction))
    announce(.oneTimeCharge, at: .purchase(purchases.count - 1))
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

  /// Makes the transaction of one period: that of the offer, or else that of the product.
  ///
  /// - Parameters:
  ///   - index: the subscription that it continues.
  ///   - seats: `nil` without seats.
  mutating func transaction(
    of product: StoreProduct, _ plan: StoreProduct.Plan, _ offer: StoreOffer?, of customer: Int,
    in index: Int?, from start: Timestamp, appAccountToken: String?, seats: Int? = nil
  ) -> StoreTransaction {
    let (id, event) = identifiers.transaction(of: customer)
    let first = index.map { subscriptions[$0].transactions[0] }
    let period = offer?.period ?? plan.period
    let unit = offer?.price ?? product.price(in: customers[customer].storefront)
    var transaction = StoreTransaction(
      transactionId: id, originalTransactionId: first?.transactionId ?? id,
      webOrderLineItemId: event, productId: product.id,
      type: product.type, groupId: plan.groupId, purchaseDate: start,
      originalPurchaseDate: first?.purchaseDate ?? start, expiresDate: start.adding(period),
      appAccountToken: appAccountToken, price: unit,
      offer: offer.map(StoreTransaction.RedeemedOffer.init),
      period: period, revision: nextRevision())
    transaction.previousOriginalTransactionId = first?.previousOriginalTransactionId
    if let seats { setSeats(seats, for: unit, in: &transaction, plan, of: index) }
    return transaction
  }
}

extension StoreSubscription {
  /// A shorter lapse does not begin a new run, in milliseconds.
  static let longestBridgedLapse: Int64 = 60 * Timestamp.day

  /// The moment that a lapse is counted from; a grace period does not delay it.
  var endOfLastPeriod: Timestamp {
    current.revocation.map { min($0.date, expiresDate) } ?? expiresDate
  }
}
