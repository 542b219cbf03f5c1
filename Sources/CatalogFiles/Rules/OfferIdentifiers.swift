internal import Catalog
internal import YAMLText

extension Rule {
  /// Within a subscription group an offer identifier belongs to one offer: redemptions are counted
  /// by it.
  static let offerIdentifiers = Rule { draft, notebook in
    var first: [String: [DeclaredOffer]] = [:]
    for offer in draft.offers where offer.value.kind != .introductory {
      let groups = Rule.groups(of: offer, draft)
      let clash = first[offer.value.id]?.first {
        !groups.isDisjoint(with: Rule.groups(of: $0, draft))
      }
      if let clash {
        notebook.error(
          .duplicate, at: offer.places[.id],
          "'\(clash.value.key)' has the identifier '\(offer.value.id)' too, in the same group",
          help: "write the identifier that App Store Connect shows for this offer as 'id'")
      }
      first[offer.value.id, default: []].append(offer)
    }
  }

  private static func groups(of offer: DeclaredOffer, _ draft: Draft) -> Set<String> {
    Set(offer.value.products.map { draft.productsById[$0]?.value.group ?? "" })
  }
}
