import PaywallCatalog

extension World {
  /// The owner moves the renewal date of a running subscription; the customer pays nothing for
  /// the days.
  ///
  /// - Parameter days: 1…90.
  package mutating func extend(
    _ productId: String, of id: String, days: Int
  ) throws(StoreRefusal) {
    try extend(running(productId, of: id), days: days)
  }

  /// Moves the renewal date of an original transaction's subscription. A request that was done is
  /// not done again.
  package mutating func extend(
    originalTransactionId: String, days: Int, requestIdentifier: String
  ) throws(StoreRefusal) -> StoreExtension {
    let key = StoreExtension.Key(
      originalTransactionId: originalTransactionId, requestIdentifier: requestIdentifier)
    if let done = extensions[key] { return done }
    guard case .period(let index, 0) = try ownPlace(of: originalTransactionId) else {
      throw .unknownTransaction(originalTransactionId)
    }
    try extend(index, days: days)
    let done = StoreExtension(
      originalTransactionId: originalTransactionId,
      webOrderLineItemId: subscriptions[index].current.webOrderLineItemId,
      effectiveDate: subscriptions[index].expiresDate)
    extensions[key] = done
    return done
  }

  private mutating func extend(_ index: Int, days: Int) throws(StoreRefusal) {
    guard (1...90).contains(days) else { throw .invalidExtension(days: days) }
    let subscription = subscriptions[index]
    guard case .active = subscription.phase else { throw .notActive }
    guard !subscription.isFree else { throw .freePeriod }
    let yearAgo = now.adding(milliseconds: -365 * Timestamp.day)
    let recent = customers[subscription.customer].extensions.filter { $0 > yearAgo }
    guard recent.count < 2 else { throw .extendedTwice }
    let end = subscription.expiresDate.adding(Period(days: days))
    customers[subscription.customer].extensions = recent + [now]
    for position in subscription.presentPeriod {
      change(at: .period(subscription: index, position)) {
        $0.expiresDate = end
        if let commitment = $0.commitment {
          $0.commitment?.expiresDate = commitment.expiresDate.adding(Period(days: days))
        }
      }
    }
    queue.schedule(index, at: end)
    announce(.renewalExtended, nil, index)
  }

  /// The owner moves the renewal dates of all who have a product. Apple does it within hours or days,
  /// this App Store an hour later. A request of the same name is not done again.
  package mutating func extendAll(_ request: MassExtension) throws(StoreRefusal) {
    guard (1...90).contains(request.days) else { throw .invalidExtension(days: request.days) }
    guard try product(request.key.productId).subscription != nil else {
      throw .notASubscription(request.key.productId)
    }
    guard massExtensions[request.key] == nil else { return }
    massExtensions[request.key] = request
    agenda.add(.extendAll(request.key), at: now.adding(milliseconds: Self.massExtensionDelay))
  }

  /// Moves all renewal dates in every country or in one, under a name of this App Store's choice.
  package mutating func extendAll(
    _ productId: String, days: Int, in storefront: Storefront? = nil
  ) throws(StoreRefusal) {
    // A refusal uses up no name.
    var identifiers = identifiers
    let name = identifiers.uuid()
    try extendAll(
      MassExtension(
        .init(productId: productId, requestIdentifier: name), days: days,
        storefronts: storefront.map { [$0.country] }))
    self.identifiers = identifiers
  }

  private static let massExtensionDelay: Int64 = 3_600_000

  /// Extends everyone who has the product and has not lost access, or counts them as a failure.
  private mutating func extendAll(_ key: MassExtension.Key) {
    guard var request = massExtensions[key] else { return }
    for index in subscriptions.indices {
      let subscription = subscriptions[index]
      // A family member's subscription follows that of the payer.
      guard subscription.isEntitled, subscription.payer == nil,
        subscription.current.productId == key.productId,
        request.storefronts?.contains(customers[subscription.customer].storefront.country) ?? true
      else { continue }
      do throws(StoreRefusal) {
        try extend(index, days: request.days)
        request.succeeded += 1
      } catch {
        request.failed += 1
        announce(.renewalExtension, .failure, index)
      }
    }
    request.completeDate = now
    massExtensions[key] = request
    announce(.renewalExtension, .summary, summary: request)
  }

  /// Does what Apple scheduled for the moment that the clock has reached.
  mutating func reach(_ item: StoreAgenda.Item) {
    switch item {
    case .decideRefund(let transactionId, let requested):
      decideRefund(of: transactionId, requested: requested)
    case .extendAll(let key): extendAll(key)
    }
  }

  /// Sends a notification that has nothing but its type.
  @discardableResult
  package mutating func requestTestNotification() -> StoreNotification { announce(.test) }
}
