internal import Catalog
internal import YAMLText

enum PaywallKey: String, FileKey { case title, extends, products, selected, content }

enum PaywallProductKey: String, FileKey { case product, offers, extra }

/// A paywall as its file says it: what it takes from the paywall it extends is not in it.
struct DeclaredPaywall {
  var id: String
  var title: String?
  var extends: Located<String>?
  var products: [DeclaredPaywallProduct]?
  var selected: Located<String>?
  var content: [Content.Member]?
  var places: Places<PaywallKey>
}

struct DeclaredPaywallProduct {
  var product: Located<String>
  var offers: [Located<String>] = []
  var extra: Content?
}

extension DeclaredPaywall {
  /// A paywall is a screen; rules go through its products for each paywall that extends it.
  static let mostProducts = 500
  static let mostOffers = 100

  /// Reads a file of a paywall; its name is the id.
  init?(id: String, _ root: Node, _ page: Page, _ vocabulary: Vocabulary) {
    let page = page.read(by: Subject(.paywall, id))
    guard let keys = MappingReader<PaywallKey>(root, page, as: "a paywall") else { return nil }
    self.init(
      id: id, title: keys.optional(.title, .text),
      extends: keys.optional(.extends, Form<String>.reference(.paywall).located),
      products: keys.optional(.products, .list(of: .paywallProduct)),
      selected: keys.optional(.selected, Form<String>.reference(.product).located),
      content: keys.node(.content).flatMap {
        ContentReader(page: page, locales: vocabulary.locales).members($0)
      },
      places: keys.places)
    if !keys.has(.products), !keys.has(.extends) {
      keys.reportMissing(
        .products, help: "list the products in the order in which they are shown")
    }
    page.refuseMore(than: Self.mostProducts, "products", in: keys.node(.products))
    if let products, let nodes = keys.node(.products)?.items {
      page.refuseDuplicates(in: products.map(\.product.value), nodes)
    }
    if products?.isEmpty == true {
      page.warning(
        .noEffect, at: keys.places.values[.products] ?? keys.places.head,
        "this paywall sells nothing", help: "list at least one product")
    }
  }
}

extension Form where Value == DeclaredPaywallProduct {
  /// A product, or a mapping with a product, its offers and what is passed to the app.
  fileprivate static var paywallProduct: Form {
    let name = Form<String>.reference(.product).located
    return Form { node, page in
      guard node.entries != nil else {
        return name.read(node, page).map { DeclaredPaywallProduct(product: $0) }
      }
      guard
        let keys = MappingReader<PaywallProductKey>(node, page, as: "a product of a paywall")
      else { return nil }
      let product = keys.required(.product, name, help: "name the product to show")
      let offers: [Located<String>]? = keys.optional(
        .offers, .set(of: Form<String>.reference(.offer).located))
      page.refuseMore(than: DeclaredPaywall.mostOffers, "offers", in: keys.node(.offers))
      let extra = keys.node(.extra).flatMap { ContentReader(page: page, locales: []).content($0) }
      guard let product else { return nil }
      return DeclaredPaywallProduct(product: product, offers: offers ?? [], extra: extra)
    }
  }
}
