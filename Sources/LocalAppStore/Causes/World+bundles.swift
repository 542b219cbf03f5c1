// Subscription bundles: a subscription of the app was bought together with those of other apps.
// Apple's JSON of them is not published; see LocalAppStore.md, decision 3.
extension World {
  /// Buys a bundle that a subscription of the app is part of. A subscription that runs is replaced:
  /// its transaction is revoked, and nothing is refunded.
  ///
  /// - Parameter price: milliunits of each period.
  @discardableResult
  package mutating func joinBundle(
    _ bundleId: String, with productId: String, for price: Int64, by id: String
  ) throws(StoreRefusal) -> StoreTransaction {
    let buyer = try customer(id)
    let product = try product(productId)
    guard let plan = product.subscription else { throw .notASubscription(productId) }
    let index = subscription(of: buyer, in: plan.groupId)
    let replaced = index.flatMap { subscriptions[$0].isRunning ? $0 : nil }
    if let replaced { try checkSwitch(replaced) }
    guard customers[buyer].paymentWorks else { throw .paymentFailed }
    if let replaced { endForBundle(replaced) }
    let (bundleTransaction, _) = identifiers.transaction(of: buyer)
    let bundle = StoreBundle(
      productId: bundleId, price: price, transactionId: bundleTransaction,
      originalTransactionId: bundleTransaction, groupId: "\(plan.groupId).bundle")
    return begin(product, plan, of: buyer, bundle, after: replaced)
  }

  private func checkSwitch(_ index: Int) throws(StoreRefusal) {
    guard case .active = subscriptions[index].phase else { throw .billingIssue }
    let current = subscriptions[index].current
    guard current.bundle == nil, current.seats == nil, !current.isMonthly else {
      throw .cannotSwitch(current.productId)
    }
  }

  private mutating func endForBundle(_ index: Int) {
    let place = currentPlace(of: index)
    let switched = StoreTransaction.Revocation(date: now, reason: .other, kind: .upgradedToBundle)
    change(at: place) { $0.revocation = switched }
    endRevoked(index)
    announce(.revoke, nil, index)
    updateShares(ofSubscription: index)
  }

  /// Begins a subscription beside those that ended.
  ///
  /// - Parameter replaced: the subscription that it replaces.
  private mutating func begin(
    _ product: StoreProduct, _ plan: StoreProduct.Plan, of buyer: Int, _ bundle: StoreBundle?,
    after replaced: Int?
  ) -> StoreTransaction {
    let before = replaced.map { subscriptions[$0] }
    var transaction = transaction(
      of: product, plan, nil, of: buyer, in: nil, from: now,
      appAccountToken: before?.appAccountToken)
    transaction.bundle = bundle
    if let bundle { transaction.price = bundle.price }
    transaction.previousOriginalTransactionId = before.map {
      $0.current.bundle?.originalTransactionId ?? $0.originalTransactionId
    }
    let index = subscriptions.count
    customers[buyer].subscriptions.append(index)
    subscriptions.append(
      StoreSubscription(
        customer: buyer, payer: nil, groupId: plan.groupId, transactions: [transaction],
        nextProductId: product.id, recentStart: before?.recentStart ?? now,
        appAccountToken: before?.appAccountToken))
    queue.schedule(index, at: subscriptions[index].due)
    announce(.subscribed, before == nil ? .initialBuy : .resubscribe, index)
    return transaction
  }

  /// Makes a renewal the next period of a bundle that the subscription is part of.
  mutating func continueBundle(
    _ transaction: inout StoreTransaction, of subscription: StoreSubscription
  ) {
    guard var bundle = subscription.current.bundle else { return }
    bundle.transactionId = identifiers.transaction(of: subscription.customer).id
    transaction.bundle = bundle
    transaction.price = bundle.price
  }

  /// The customer keeps the subscription and gives up the bundle, with the next renewal.
  package mutating func leaveBundle(
    _ productId: String, by id: String
  ) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard subscriptions[index].current.bundle != nil else { throw .notInBundle(productId) }
    guard case .active = subscriptions[index].phase, !subscriptions[index].willUnbundle else {
      throw .alreadyCancelled
    }
    subscriptions[index].willUnbundle = true
    announce(.didChangeRenewalPreference, nil, index)
  }

  /// Handles the end of a bundle's last period: the subscription goes on by itself.
  mutating func unbundle(_ index: Int) {
    guard let product = catalog.products[subscriptions[index].nextProductId],
      let plan = product.subscription
    else { return }
    subscriptions[index].autoRenews = false
    expire(index, .unbundled, nil)
    _ = begin(product, plan, of: subscriptions[index].customer, nil, after: index)
  }
}
