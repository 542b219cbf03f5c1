import PaywallCatalog

/// A paywall as the commands print it.
struct PaywallCard: Encodable {
  var id: String
  var title: String?
  var products: [ProductCard]
  var selected: String?
  /// Placements and experiments that name it.
  var shownBy: [String]

  struct ProductCard: Encodable {
    var id: String
    var type: String
    var offers: [String]
  }

  init(_ paywall: Paywall, in snapshot: Snapshot) {
    id = paywall.id
    title = paywall.title
    selected = paywall.selected
    products = paywall.products.map { entry in
      ProductCard(
        id: entry.product, type: snapshot.products[entry.product]?.type.rawValue ?? "unknown",
        offers: entry.offers)
    }
    shownBy = snapshot.whoShows(paywall.id)
  }
}

extension Snapshot {
  /// The placements, the fallback and the experiments that may show a paywall.
  fileprivate func whoShows(_ paywall: String) -> [String] {
    let show = Show.paywall(paywall)
    var names = placements.values
      .filter { $0.default == show || $0.rules.contains { $0.show == show } }
      .map(\.id).sorted()
    if fallback == show { names.append("fallback") }
    names += experiments.values
      .filter { experiment in
        experiment.variants.contains { variant in
          experiment.placements.contains { variant.show(at: $0) == show }
        }
      }
      .map { "experiment \($0.id)" }.sorted()
    return names
  }
}
