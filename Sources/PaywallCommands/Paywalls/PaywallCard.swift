import PaywallAPI
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
    var billingPlan: String
    var offers: [String]
  }

  init(_ paywall: Paywall, in snapshot: Snapshot, _ uses: PaywallUses) {
    id = paywall.id
    title = paywall.title
    selected = paywall.selected
    products = paywall.products.map { entry in
      ProductCard(
        id: entry.product, type: snapshot.products[entry.product]?.type.rawValue ?? "unknown",
        billingPlan: entry.billingPlan.rawValue, offers: entry.offers)
    }
    shownBy = uses[paywall.id]
  }
}

/// Where each paywall of a snapshot may be shown, found once for all of them.
struct PaywallUses {
  private var names: [String: [String]] = [:]

  init(_ snapshot: Snapshot) {
    for placement in snapshot.placements.values.sorted(by: { $0.id < $1.id }) {
      add(placement.id, for: [placement.default] + placement.rules.map(\.show))
    }
    add("fallback", for: [snapshot.fallback])
    for experiment in snapshot.experiments.values.sorted(by: { $0.id < $1.id }) {
      let shows = experiment.variants.flatMap { variant in
        experiment.placements.compactMap { variant.show(at: $0) }
      }
      add("experiment \(experiment.id)", for: shows)
    }
  }

  /// The placements, the fallback and the experiments that may show it.
  subscript(paywall: String) -> [String] { names[paywall] ?? [] }

  private mutating func add(_ name: String, for shows: [Show]) {
    for case .paywall(let id) in Set(shows) { names[id, default: []].append(name) }
  }
}

extension PaywallCard {
  static let schema = Schema.object([
    .always("id", .text), .maybe("title", .text),
    .always(
      "products",
      .list(
        of: .object([
          .always("id", .text), .always("type", .words(of: ProductType.self)),
          .always("billingPlan", .words(of: BillingPlan.self), "How it is sold here."),
          .always("offers", .list(of: .text), "In the order in which they are tried."),
        ]))),
    .maybe("selected", .text, "The product that is selected at first."),
    .always(
      "shownBy", .list(of: .text), "Placements, `fallback`, and `experiment ID`."),
  ])
}
