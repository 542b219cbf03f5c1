import PaywallCatalog
package import Serving
internal import YAMLText

enum PricesFileKey: String, FileKey { case storefronts }

enum PriceKey: String, FileKey { case price, monthly, offers }

/// Prices of products by storefront, from `store/prices.yaml`, in thousandths of the currency. Pictures show
/// it; no decision and no result depends on it.
package struct StorePrices: Sendable {
  /// By the country's code of two letters, then by product.
  package var storefronts: [String: [String: Product]] = [:]

  package struct Product: Sendable {
    package var price: Int64?
    /// The price of one month on the monthly plan.
    package var monthly: Int64?
    /// By the key of the offer.
    package var offers: [String: Int64] = [:]
  }
}

extension ConfigurationPath {
  package static let prices = "\(store)/prices.yaml"
}

/// `store/prices.yaml`, with the places that a rule looks at.
struct PricesFile {
  private(set) var prices = StorePrices()
  /// Each offer that has a price.
  private(set) var offers: [Offered] = []

  struct Offered {
    var offer: String
    var product: String
    var place: Place
  }

  init() {}

  init(_ keys: MappingReader<PricesFileKey>) {
    self =
      keys.required(
        .storefronts, .storefronts,
        "By country: what each product costs in its App Store's currency.",
        help: "write 'storefronts: { DE: { … } }'") ?? PricesFile()
  }

  fileprivate init(storefronts node: Node, _ context: DecodingContext) {
    for entry in context.prices(of: node, "storefronts", like: "DE: { pro_yearly: 64.99 }") {
      guard let currency = StoreCurrency.of(country: entry.key) else {
        context.error(
          .invalidName, at: entry.keyRange, "'\(entry.key.shortened)' is no country",
          help: Country.alpha2(spelling: entry.key).map { "write \($0)" }
            ?? "write its code of two capital letters, like DE")
        continue
      }
      prices.storefronts[entry.key] = products(in: entry.value, currency, context)
    }
  }

  private mutating func products(
    in node: Node, _ currency: String, _ context: DecodingContext
  ) -> [String: StorePrices.Product] {
    var products: [String: StorePrices.Product] = [:]
    for entry in context.prices(of: node, "products", like: "pro_yearly: 64.99") {
      context.use(.product, entry.key, at: entry.keyRange)
      products[entry.key] = product(entry, .price(in: currency), context)
    }
    return products
  }

  private mutating func product(
    _ entry: Node.Entry, _ decoder: NodeDecoder<Int64>, _ context: DecodingContext
  ) -> StorePrices.Product? {
    guard let terms = NodeDecoder.terms(decoder).decode(entry.value, context) else { return nil }
    var product = terms.product
    for offer in terms.offers {
      context.use(.offer, offer.key, at: offer.keyRange)
      offers.append(
        Offered(
          offer: offer.key, product: entry.key, place: context.place(offer.keyRange)))
      product.offers[offer.key] = decoder.decode(offer.value, context)
    }
    return product
  }

  /// The price of a product, and the prices of its offers as they are written.
  fileprivate struct Terms {
    var product: StorePrices.Product
    var offers: [Node.Entry]
  }
}

extension NodeDecoder where Value == PricesFile {
  fileprivate static var storefronts: NodeDecoder {
    let price = NodeDecoder<Int64>.price(in: "USD")
    let terms = NodeDecoder<PricesFile.Terms>.terms(price)
    return NodeDecoder(in: {
      .map(named: .plain("^[A-Z]{2}$"), to: .map(named: .ref("product"), to: terms.schema($0)))
    }) { PricesFile(storefronts: $0, $1) }
  }
}

extension NodeDecoder where Value == PricesFile.Terms {
  fileprivate static func terms(_ price: NodeDecoder<Int64>) -> NodeDecoder {
    let offers = NodeDecoder<[Node.Entry]>(
      in: { .map(named: .ref("offer"), to: price.schema($0)) }
    ) { node, context in context.prices(of: node, "offers", like: "comeBack: 22.99") }
    let mapping = NodeDecoder.mapping("a price") { (keys: MappingReader<PriceKey>) in
      let product = StorePrices.Product(
        price: keys.optional(.price, price, "The price of one period."),
        monthly: keys.optional(
          .monthly, price, "The price of one month on the monthly plan of a year."))
      let offers = keys.optional(
        .offers, offers, "The price of each offer; a free one has none.")
      return PricesFile.Terms(product: product, offers: offers ?? [])
    }
    return .alone(
      price.map { PricesFile.Terms(product: StorePrices.Product(price: $0), offers: []) },
      or: mapping)
  }
}

extension DecodingContext {
  fileprivate func prices(
    of node: Node, _ what: String, like example: String
  ) -> [Node.Entry] {
    if let entries = node.entries { return entries }
    error(
      .wrongType, at: node.range, "expected a mapping of \(what) to prices, found \(node.kind)",
      help: "write each like '\(example)'")
    return []
  }
}

extension NodeDecoder where Value == Int64 {
  /// A price in thousandths, with no more decimals than its currency has.
  fileprivate static func price(in currency: String) -> NodeDecoder {
    let digits = StoreCurrency.digits(of: currency) ?? 3
    let example = digits == 0 ? "980" : "9." + String(repeating: "9", count: digits)
    let scale: [Int64] = [1000, 100, 10, 1]
    return NodeDecoder(
      "a price in \(currency)", example: example, .text("^[0-9]{1,9}(\\.[0-9]{1,3})?$")
    ) { text in
      decimal(text, digits: digits).flatMap { $0 > 0 ? $0 * scale[digits] : nil }
    }
  }
}
