internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// Apple gives a product's introductory offer to every customer it finds eligible, so variants
  /// that differ in it differ only for customers with evidence.
  static let introductoryDifferences = ValidationRule { draft, sink in
    var listings = IntroductoryListings(draft)
    // The work this warning may cost; beyond it, variants count as comparable.
    var left = 1_000_000
    for experiment in draft.unfinishedExperiments {
      var seen: [String: [String: [Listing]]] = [:]
      for (index, variant) in experiment.variants.enumerated() {
        var found: (other: Int, product: String)?
        for placement in experiment.value.placements {
          let listed = listings.of(variant.value.show(at: placement))
          left -= listed.count + 1
          guard left > 0 else { return }
          for (product, offers) in listed {
            let earlier = seen[placement]?[product] ?? []
            if let other = earlier.first(where: { $0.offers != offers })?.variant,
              found.map({ other < $0.other }) ?? true
            {
              found = (other, product)
            }
            // The first two different ones suffice for every later variant.
            if earlier.count < 2, earlier.allSatisfy({ $0.offers != offers }) {
              seen[placement, default: [:]][product, default: []].append(
                Listing(variant: index, offers: offers))
            }
          }
        }
        guard let found else { continue }
        sink.warning(
          .unfairComparison, at: variant.places[.paywall],
          "'\(variant.value.name)' and '\(experiment.variants[found.other].value.name)' differ in "
            + "the introductory offer of '\(found.product)'",
          help:
            "Apple gives it whether the paywall lists it or not: sell two products, one with the "
            + "offer and one without")
      }
    }
  }
}

/// The first variant of an experiment that lists a product with these introductory offers.
private struct Listing {
  var variant: Int
  var offers: Set<String>
}

/// The introductory offers that paywalls list, computed once for each.
private struct IntroductoryListings {
  typealias Offers = [(product: String, offers: Set<String>)]

  private let draft: Draft
  private var known: [String: Offers] = [:]

  init(_ draft: Draft) { self.draft = draft }

  /// By product, including products without any.
  mutating func of(_ show: Show?) -> Offers {
    guard case .paywall(let id)? = show else { return [] }
    if let offers = known[id] { return offers }
    let offers = offers(of: id)
    known[id] = offers
    return offers
  }

  private func offers(of id: String) -> Offers {
    var offers: [String: Set<String>] = [:]
    // Each billing plan has its own, which comes with that plan alone.
    for product in draft.paywall(id)?.products ?? [] where offers[product.sale] == nil {
      offers[product.sale] = Set(
        product.offers.filter { draft.offersByKey[$0]?.value.kind == .introductory })
    }
    return offers.sorted { $0.key < $1.key }.map { (product: $0.key, offers: $0.value) }
  }
}
