internal import PaywallCatalog
internal import PaywallPresentation
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
  init(id: String, _ keys: MappingReader<PaywallKey>) {
    let context = keys.context
    self.id = id
    title = keys.optional(.title, .text, "For people; never sent to apps.")
    extends = keys.optional(
      .extends, NodeDecoder<String>.reference(.paywall).located,
      "The paywall that supplies every key missing here.")
    products = keys.optional(
      .products, .list(of: .paywallProduct),
      "The products, in the order in which they are shown.")
    selected = keys.optional(
      .selected, NodeDecoder<String>.reference(.product).located,
      "The product that the app selects first.")
    content = keys.optional(
      .content, .content, "Texts and settings that are passed to the app.")
    contentKeys =
      keys.node(.content).map {
        ContentKey.all(in: $0, locales: Set(context.vocabulary.locales), context)
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

extension DeclaredPaywall {
  static func schema(in folder: Folder) -> JSONSchema {
    JSONSchema.object(in: folder) { DeclaredPaywall(id: "", $0) }
      .withOne(of: [PaywallKey.products, .extends])
  }
}

struct DeclaredPaywallProduct {
  var product: Located<String>
  var billingPlan: Located<BillingPlan>?
  var offers: [Located<String>] = []
  var extra: Content?

  /// The product without the places.
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
    return .alone(name.map { DeclaredPaywallProduct(product: $0) }, or: mapping(named: name))
  }

  private static func mapping(named name: NodeDecoder<Located<String>>) -> NodeDecoder {
    .mapping("a product of a paywall") { (keys: MappingReader<PaywallProductKey>) in
      let product = keys.required(
        .product, name, "The product to show.", help: "name the product to show")
      let plan = keys.optional(
        .billingPlan, NodeDecoder<BillingPlan>.choice.located.map { $0 as Located? }, default: nil,
        shown: .text(BillingPlan.upFront.rawValue),
        "The payment of a year here: at once, or monthly with a commitment to twelve months.")
      let offers: [Located<String>]? = keys.optional(
        .offers, .set(of: NodeDecoder<String>.reference(.offer).located),
        "Offers for it; the first that fits is given.")
      keys.context.refuseMore(than: DeclaredPaywall.mostOffers, "offers", in: keys.node(.offers))
      let extra = keys.optional(.extra, .extra, "Passed to the app as it is.")
      guard let product else { return nil }
      return DeclaredPaywallProduct(
        product: product, billingPlan: plan, offers: offers ?? [], extra: extra)
    }
  }
}

extension NodeDecoder where Value == Content {
  fileprivate static var extra: NodeDecoder {
    NodeDecoder(.anything) { ContentReader(context: $1, locales: []).content($0) }
  }
}

extension NodeDecoder where Value == [Content.Member] {
  /// The content itself is not localised, but texts in it are. The words that pictures know are
  /// suggested; any other key, and any value, is the app's own.
  fileprivate static var content: NodeDecoder {
    NodeDecoder(schema) { ContentReader(context: $1, locales: $1.vocabulary.locales).members($0) }
  }

  private static var schema: JSONSchema {
    let words = ContentWord.allCases.map { word in
      Content.Member(
        word.rawValue, JSONSchema.ref("content").described(word.explanation).content)
    }
    return [
      "type": .text("object"), "properties": .object(words),
      "additionalProperties": JSONSchema.ref("content").content,
    ]
  }
}

extension ContentWord {
  fileprivate var explanation: String {
    switch self {
    case .headline: "The largest text."
    case .subheadline: "The text below the headline."
    case .points: "The benefits to list: texts, or { text, symbol }."
    case .hero:
      "The image above everything: { image, alt, dark }, https or a path like images/dawn.jpg."
    case .badge: "A short text at a product, by its id: { pro_yearly: { en: Best value } }."
    case .button: "The text of the button, or { text, background, foreground }."
    case .footnote: "The small text at the end."
    case .close: "When the paywall can be closed: always, or after so many seconds."
    case .style: "The layout of products in pictures: list, columns, toggle or compact."
    }
  }
}
