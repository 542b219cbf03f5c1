import PaywallCatalog

extension World {
  /// The offers on a product that a customer may have now, in the order of the catalog. A promotional
  /// one needs a signature beside it.
  package func availableOffers(
    on productId: String, for id: String
  ) throws(StoreRefusal) -> [StoreOffer] {
    let buyer = try customer(id)
    let product = try product(productId)
    guard let plan = product.subscription else { return [] }
    let index = subscription(of: buyer, in: plan.groupId)
    // Only a signature changes a world that is asked for an offer, and none is checked here.
    var world = self
    return catalog.offers.filter { offer in
      guard offer.products.contains(productId), offer.window.contains(now) else { return false }
      let choice: PurchaseOptions.OfferChoice
      switch offer.kind {
      case .promotional: return !ownSubscriptions(of: buyer).isEmpty
      case .introductory: choice = .automatic
      case .winBack: choice = .winBack(offerId: offer.id)
      case .offerCode: choice = .offerCode(offerId: offer.id)
      }
      let options = PurchaseOptions(offer: choice, billingPlan: offer.billingPlan)
      let given = try? world.offer(for: product, by: buyer, index, options)
      return given?.kind == offer.kind && given?.id == offer.id
    }
  }
}
