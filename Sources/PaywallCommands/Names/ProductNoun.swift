import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Planning

/// `paywall product`.
enum ProductNoun: ShownNoun, RenamedNoun {
  static let word = "product"
  static let kind = NameUses.Kind.product
  static let uses: NameUses.Kind? = kind
  static let listing = "List the products, and which paywalls sell them."
  static let showing = "Show one product: its terms, its offers, and where it is named."
  static let identifier = "The product's id in App Store Connect."
  static let rename = (old: "pro_yearly", new: "pro_annual")

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [ProductCard] {
    snapshot.products.values.sorted { $0.id < $1.id }
      .map { ProductCard(product: $0, snapshot: snapshot) }
  }

  static var columns: [Table.Column<ProductCard>] {
    [
      ("PRODUCT", \.name), ("TYPE", \.product.type.rawValue), ("GROUP", { $0.product.group ?? "" }),
      ("PERIOD", { $0.product.period?.description ?? "" }),
      ("ENTITLES TO", { $0.product.entitlements.joined(separator: ", ") }),
      ("SOLD BY", { $0.paywalls.joined(separator: ", ") }),
    ]
  }

  static func sheet(of card: ProductCard, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: card.name)
    sheet.row("type", card.product.type.rawValue)
    sheet.row("group", card.product.group)
    sheet.row("period", card.product.period?.description)
    sheet.row("entitles to", card.product.entitlements.joined(separator: ", "))
    let credits = card.product.currencies
    sheet.row("credits", credits.isEmpty ? nil : credits.unitWords)
    sheet.row("family", card.product.isFamilyShareable ? "can be shared" : nil)
    sheet.row("sold by", card.paywalls.joined(separator: ", "))
    sheet.row("offers", card.offers.joined(separator: ", "))
    return sheet
  }
}

/// A product as the commands print it.
struct ProductCard: Card, Named {
  let product: Product
  let snapshot: Snapshot

  static let members = Members<Self> {
    $0.always("id", .text) { $0.name }
    $0.always("type") { $0.product.type }
    $0.maybe("group", .text) { $0.product.group }
    $0.maybe("period", .period) { $0.product.period?.description }
    $0.always("entitlements", .list(of: .text)) { $0.product.entitlements }
    $0.always("isFamilyShareable", .boolean) { $0.product.isFamilyShareable }
    $0.always("paywalls", .list(of: .text), "Those that sell it.") { $0.paywalls }
    $0.always("offers", .list(of: .text), "The keys of the offers on it.") { $0.offers }
  }

  var name: String { product.id }

  var paywalls: [String] {
    snapshot.paywalls.values
      .filter { $0.products.contains { $0.product == product.id } }.map(\.id).sorted()
  }

  var offers: [String] {
    snapshot.offers.values.filter { $0.products.contains(product.id) }.map(\.key).sorted()
  }
}
