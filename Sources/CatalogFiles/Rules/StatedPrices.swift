internal import PaywallCatalog

extension ValidationRule {
  /// An offer that has a price in `prices.yaml` costs something, and is one of that product.
  static let statedPrices = ValidationRule { draft, sink in
    for stated in draft.prices?.offers ?? [] {
      guard let offer = draft.offersByKey[stated.offer]?.value,
        draft.knows(.product, stated.product)
      else { continue }
      if !offer.products.contains(stated.product) {
        sink.error(
          .offerNotOnProduct, at: stated.place,
          "'\(stated.product)' does not have the offer '\(stated.offer)'",
          help: "remove its price, or add '\(stated.product)' to the products of the offer")
      } else if offer.payment == .freeTrial {
        sink.error(
          .contradiction, at: stated.place, "'\(stated.offer)' is free, so it has no price",
          help: "remove it here")
      }
    }
  }
}
