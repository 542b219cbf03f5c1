import ArgumentParser
import PaywallAPI
import CatalogFiles
import PaywallCatalog

/// A product as the commands print it.
struct ProductCard: Encodable {
  var id: String
  var type: String
  var group: String?
  var period: String?
  var entitlements: [String]
  var isFamilyShareable: Bool
  /// Paywalls that sell it.
  var paywalls: [String]
  /// Offers on it, by their keys.
  var offers: [String]

  init(_ product: Product, in snapshot: Snapshot) {
    id = product.id
    type = product.type.rawValue
    group = product.group
    period = product.period?.description
    entitlements = product.entitlements
    isFamilyShareable = product.isFamilyShareable
    paywalls = snapshot.paywalls.values
      .filter { $0.products.contains { $0.product == product.id } }.map(\.id).sorted()
    offers = snapshot.offers.values.filter { $0.products.contains(product.id) }.map(\.key).sorted()
  }
}

/// `paywall product list`.
struct ProductList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the products, and which paywalls sell them.",
    discussion: """
      EXAMPLE
        paywall product list
      """)
  static let answerSchema = Schema.list(of: .object(ProductCard.members))

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let cards = snapshot.products.values.sorted { $0.id < $1.id }
      .map { ProductCard($0, in: snapshot) }
    if answer.isJSON { return try console.write(json: cards) }
    let table = Table(
      "PRODUCT", "TYPE", "GROUP", "PERIOD", "ENTITLES TO", "SOLD BY",
      rows: cards.map { card in
        [
          card.id, card.type, card.group ?? "", card.period ?? "",
          card.entitlements.joined(separator: ", "), card.paywalls.joined(separator: ", "),
        ]
      })
    console.write(table.text(for: console))
  }
}

/// `paywall product show ID`.
struct ProductShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one product: its terms, its offers, and where it is named.",
    discussion: """
      EXAMPLE
        paywall product show pro_yearly
      """)
  static let answerSchema = Schema.withUses(ProductCard.members)

  @Argument(help: "The product's id in App Store Connect.") var product: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed) = try configuration.loadParsed(for: console)
    let card = ProductCard(try snapshot.products.named(product, "product"), in: snapshot)
    let uses = NameUses(of: .product, product, in: parsed)
    if answer.isJSON { return try console.write(json: WithUses(of: card, uses)) }
    var sheet = Sheet(console, title: card.id)
    sheet.row("type", card.type)
    sheet.row("group", card.group)
    sheet.row("period", card.period)
    sheet.row("entitles to", card.entitlements.joined(separator: ", "))
    sheet.row("family", card.isFamilyShareable ? "can be shared" : nil)
    sheet.row("sold by", card.paywalls.joined(separator: ", "))
    sheet.row("offers", card.offers.joined(separator: ", "))
    sheet.row("named in", uses.lines.joined(separator: ", "))
    console.write(sheet.body)
  }
}

extension ProductCard {
  fileprivate static let members: [Property] = [
    .always("id", .text), .always("type", .words(of: ProductType.self)), .maybe("group", .text),
    .maybe("period", .period), .always("entitlements", .list(of: .text)),
    .always("isFamilyShareable", .boolean),
    .always("paywalls", .list(of: .text), "Those that sell it."),
    .always("offers", .list(of: .text), "The keys of the offers on it."),
  ]
}
