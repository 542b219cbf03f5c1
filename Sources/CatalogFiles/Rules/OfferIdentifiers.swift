internal import PaywallCatalog

extension ValidationRule {
  /// Within a subscription group an offer identifier belongs to one offer: redemptions are counted
  /// by it.
  static let offerIdentifiers = ValidationRule { draft, sink in
    // By identifier and group.
    var first: [[String]: Int] = [:]
    for (index, offer) in draft.offers.enumerated() where offer.value.kind != .introductory {
      let keys = groups(of: offer, draft).map { [offer.value.id, $0] }
      if let overlap = keys.compactMap({ first[$0] }).min() {
        sink.error(
          .duplicate, at: offer.places[.id],
          "'\(draft.offers[overlap].value.key)' has the identifier '\(offer.value.id)' too, in the same group",
          help: "write the identifier that App Store Connect shows for this offer as 'id'")
      }
      for key in keys where first[key] == nil { first[key] = index }
    }
  }

  private static func groups(of offer: DeclaredOffer, _ draft: Draft) -> Set<String> {
    Set(offer.value.products.map { draft.productsById[$0]?.value.group ?? "" })
  }
}
