internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// A paywall lists an offer on a product that has it, and only subscriptions have offers.
  static let offersOnProducts = ValidationRule { draft, sink in
    for offer in draft.offers where offer.value.kind != .offerCode {
      for product in offer.products {
        guard let type = draft.productsById[product.value]?.value.type, type != .autoRenewable
        else { continue }
        sink.error(
          .offerNotOnProduct, at: product.place,
          "'\(product.value)' is \(type.rawValue), and only auto-renewable products have "
            + "\(offer.value.kind.rawValue) offers",
          help: "remove it from this offer")
      }
    }
    let productsOf = draft.offersByKey.mapValues { Set($0.value.products) }
    for product in draft.paywalls.flatMap({ $0.products ?? [] }) {
      let name = product.product.value
      guard draft.knows(.product, name) else { continue }
      for offer in product.offers {
        guard let products = productsOf[offer.value], !products.contains(name) else { continue }
        sink.error(
          .offerNotOnProduct, at: offer.place, "'\(name)' does not have the offer '\(offer.value)'",
          help: "add '\(name)' to the products of the offer if App Store Connect has it"
            + others(of: name, productsOf))
      }
    }
  }

  private static func others(of product: String, _ productsOf: [String: Set<String>]) -> String {
    let offers = productsOf.filter { $0.value.contains(product) }.map(\.key).sorted()
    return offers.isEmpty ? "" : ", or use \(Nearest.list(offers))"
  }
}
