extension World {
  /// The owner sets the price of a product. Subscribers whose renewal becomes dearer are told at
  /// once, and pay it from the next renewal on; if consent is needed, those who do not give it by
  /// then expire. A lower price holds for everyone without a notification.
  ///
  /// - Parameters:
  ///   - price: milliunits.
  ///   - storefront: where; `nil` for everywhere.
  package mutating func setPrice(
    of productId: String, to price: Int64, in storefront: Storefront? = nil, needsConsent: Bool
  ) throws(StoreRefusal) {
    let before = try product(productId)
    if let storefront {
      catalog.products[productId]?.prices[storefront.country] = price
    } else {
      catalog.products[productId]?.price = price
      catalog.products[productId]?.prices = [:]
    }
    for index in subscriptions.indices {
      let subscription = subscriptions[index]
      let place = customers[subscription.customer].storefront
      guard subscription.payer == nil, subscription.isRunning, subscription.autoRenews,
        subscription.current.bundle == nil,
        subscription.nextProductId == productId, !subscription.repeatsCommitment,
        storefront == nil || storefront == place
      else { continue }
      let present = knownPrice(of: subscription, before.price(in: place))
      // Texts that are signed from now on are newer, even if no notification is sent.
      markSigned(at: currentPlace(of: index))
      subscriptions[index].priceIncrease =
        price > present
        ? .init(presentPrice: present, isAccepted: !needsConsent, isTold: false) : nil
      if case .active = subscription.phase { tellOfPriceIncrease(index) }
    }
  }

  /// Returns the price that a subscriber pays, or agreed to pay.
  ///
  /// - Parameter listed: the price of the product so far.
  private func knownPrice(of subscription: StoreSubscription, _ listed: Int64) -> Int64 {
    if let increase = subscription.priceIncrease {
      return increase.isTold && increase.isAccepted ? listed : increase.presentPrice
    }
    let current = subscription.current
    guard current.offer == nil, current.productId == subscription.nextProductId else {
      return listed
    }
    return current.seats?.tiers.first?.price ?? current.price
  }

  /// The customer agrees to a price increase that needs their consent.
  package mutating func agreeToPriceIncrease(
    of productId: String, by id: String
  ) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard let increase = subscriptions[index].priceIncrease, increase.isTold, !increase.isAccepted
    else { throw .noPriceIncrease(productId) }
    subscriptions[index].priceIncrease?.isAccepted = true
    announce(.priceIncrease, .accepted, index)
  }

  /// Announces a price increase that the customer does not know yet.
  mutating func tellOfPriceIncrease(_ index: Int) {
    guard let increase = subscriptions[index].priceIncrease, !increase.isTold else { return }
    subscriptions[index].priceIncrease?.isTold = true
    announce(.priceIncrease, increase.isAccepted ? .accepted : .pending, index)
  }

  /// Returns the price of a renewal without an offer, in milliunits; with seats, that of the first
  /// ones.
  func renewalPrice(of subscription: StoreSubscription) -> Int64? {
    if subscription.renewsMonthly { return monthlyPrice(of: subscription) }
    if let bundle = subscription.current.bundle, !subscription.willUnbundle { return bundle.price }
    if let increase = subscription.priceIncrease, !increase.isTold { return increase.presentPrice }
    return catalog.products[subscription.nextProductId]?
      .price(in: customers[subscription.customer].storefront)
  }
}
