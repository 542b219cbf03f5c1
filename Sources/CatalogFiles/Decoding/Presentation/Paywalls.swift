internal import PaywallCatalog
internal import YAMLText

enum PaywallKey: String, FileKey { case title, extends, products, selected, content }

enum PaywallProductKey: String, FileKey { case product, billingPlan, offers, extra }

/// A paywall as in its file, without what it inherits. A class, so that rules copy none of it.
final class DeclaredPaywall: Sendable {
  let id: String
  let title: String?
  let extends: Located<String>?
  let products: [DeclaredPaywallProduct]?
  let selected: Located<String>?
  let content: [Content.Member]?
  let contentKeys: [ContentKey]
  let look: ContentLook
  let places: Places<PaywallKey>

  /// The most of a paywall, which is one screen; rules iterate over its products for each paywall
  /// that extends it.
  static let mostProducts = 500
  static let mostOffers = 100

  /// Reads a file of a paywall; its name is the id.
  init?(id: String, _ root: Node, _ context: DecodingContext, _ vocabulary: Vocabulary) {
    let context = context.used(by: Entity(.paywall, id))
    guard let keys = MappingReader<PaywallKey>(root, context, as: "a paywall") else { return nil }
    self.id = id
    title = keys.optional(.title, .text)
    extends = keys.optional(.extends, NodeDecoder<String>.reference(.paywall).located)
    products = keys.optional(.products, .list(of: .paywallProduct))
    selected = keys.optional(.selected, NodeDecoder<String>.reference(.product).located)
    content = keys.node(.content).flatMap {
      ContentReader(context: context, locales: vocabulary.locales).members($0)
    }
    contentKeys =
      keys.node(.content).map {
        ContentKey.all(in: $0, locales: Set(vocabulary.locales), context)
      } ?? []
    look = ContentLook(keys.node(.content), context)
    places = keys.places
    if !keys.has(.products), !keys.has(.extends) {
      keys.reportMissing(
        .products, help: "list the products in the order in which they are shown")
    }
    context.refuseMore(than: Self.mostProducts, "products", in: keys.node(.products))
    if let products, let nodes = keys.node(.products)?.items {
      context.refuseDuplicates(in: products.map(\.product.value), nodes)
    }
    if products?.isEmpty == true {
      context.warning(
        .noEffect, at: keys.places.range(of: .products) ?? keys.places.head,
        "this paywall sells nothing", help: "list at least one product")
    }
  }
}

struct DeclaredPaywallProduct {
  var product: Located<String>
  var billingPlan: Located<BillingPlan>?
  var offers: [Located<String>] = []
  var extra: Content?

  /// Without the places.
  var value: PaywallProduct {
    PaywallProduct(
      product: product.value, billingPlan: billingPlan?.value ?? .upFront,
      offers: offers.map(\.value), extra: extra)
  }
}

extension NodeDecoder where Value == DeclaredPaywallProduct {
  /// A product, or a mapping with a product, its offers and values for the app.
  fileprivate static var paywallProduct: NodeDecoder {
    let name = NodeDecoder<String>.reference(.product).located
    return NodeDecoder { node, context in
      guard node.entries != nil else {
        return name.decode(node, context).map { DeclaredPaywallProduct(product: $0) }
      }
      guard
        let keys = MappingReader<PaywallProductKey>(node, context, as: "a product of a paywall")
      else { return nil }
      let product = keys.required(.product, name, help: "name the product to show")
      let plan: Located<BillingPlan>? = keys.optional(
        .billingPlan, NodeDecoder<BillingPlan>.choice.located)
      let offers: [Located<String>]? = keys.optional(
        .offers, .set(of: NodeDecoder<String>.reference(.offer).located))
      context.refuseMore(than: DeclaredPaywall.mostOffers, "offers", in: keys.node(.offers))
      let extra = keys.node(.extra).flatMap {
        ContentReader(context: context, locales: []).content($0)
      }
      guard let product else { return nil }
      return DeclaredPaywallProduct(
        product: product, billingPlan: plan, offers: offers ?? [], extra: extra)
    }
  }
}
