internal import PaywallCatalog

extension ValidationRule {
  /// An offer must be listed by a paywall, on a product that the paywall shows.
  static let unsoldOffers = ValidationRule { draft, sink in
    guard draft.isWhole else { return }
    var shown: Set<String> = []
    var listed: Set<String> = []
    for use in draft.uses where use.user?.kind == .paywall {
      if use.subject.kind == .product { shown.insert(use.subject.name) }
      if use.subject.kind == .offer { listed.insert(use.subject.name) }
    }
    for offer in draft.offers {
      let unsold = offer.products.filter {
        !shown.contains($0.value) && draft.knows(.product, $0.value)
      }
      for product in unsold {
        sink.warning(
          .unreachable, at: product.place,
          "no paywall shows '\(product.value)', which has this offer",
          help: "show the product on a paywall, or take it out of the offer")
      }
      let isSigned = offer.value.kind == .promotional || offer.value.kind == .winBack
      guard isSigned, unsold.count < offer.products.count, !listed.contains(offer.value.key) else {
        continue
      }
      sink.warning(
        .unused, at: offer.places.place, "no paywall lists the offer '\(offer.value.key)'",
        help: "list it in the 'offers' of a product on a paywall, or remove it")
    }
  }
}
