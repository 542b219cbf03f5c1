import PaywallCatalog

/// A product as the device of one customer shows it.
package struct DeviceProduct: Hashable, Sendable {
  package let product: StoreProduct
  /// Whether the customer would get the introductory offer; `nil` without one.
  package let isEligibleForIntroOffer: Bool?
  /// Ids of the win-back offers on this product that the customer may have, the best first.
  package let winBackOffers: [String]
}

// The requests of a device, beside purchases.
extension World {
  /// The products that are for sale, by their ids.
  package func deviceProducts(for id: String) throws(StoreRefusal) -> [DeviceProduct] {
    let buyer = try customer(id)
    var found: [DeviceProduct] = []
    for product in catalog.products.values.sorted(by: { $0.id < $1.id }) where product.isForSale {
      let offers = try availableOffers(on: product.id, for: id)
      let index = product.subscription.flatMap { subscription(of: buyer, in: $0.groupId) }
      let winBack = index.map { eligibleWinBackOffers(of: subscriptions[$0]) } ?? []
      found.append(
        DeviceProduct(
          product: product,
          isEligibleForIntroOffer: configuredIntroductory(on: product, .upFront) == nil
            ? nil : offers.contains { $0.kind == .introductory },
          winBackOffers: winBack.filter { id in
            offers.contains { $0.kind == .winBack && $0.id == id && $0.billingPlan == .upFront }
          }))
    }
    return found
  }

  /// Redeems the offer code of an address: a purchase outside of the app.
  ///
  /// - Returns: the new transaction; `nil` if the offer begins with the next renewal.
  package mutating func redeem(
    _ url: String, by id: String
  ) throws(StoreRefusal) -> StoreTransaction? {
    let code = catalog.offers.first { $0.kind == .offerCode && $0.redemptionURL == url }
    guard let code, let product = code.products.first else { throw .unknownCode(url: url) }
    return try buy(product, by: id, PurchaseOptions(offer: .offerCode(offerId: code.id)))
  }
}
