import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
import YAMLText

/// Reads the products on sale, for stories without a configuration.
enum CatalogReader {
  /// `app` and `products`; `nil` without both.
  static func catalog(_ mapping: inout StoryMapping) throws -> StoreCatalog? {
    let app = try mapping.members.text("app")
    guard let node = mapping.take("products") else {
      guard app == nil else {
        throw Problem(.missingMember, "'app' goes with 'products'.", field: "app")
      }
      return nil
    }
    guard let app else {
      throw Problem(
        .missingMember, "'products' needs 'app' beside it: the bundle id.", field: "products")
    }
    guard let entries = node.entries, !entries.isEmpty else {
      throw Problem("products", mustBe: "a mapping of ids to products")
    }
    var products: [StoreProduct] = []
    for entry in entries { products.append(try product(entry.key, entry.value)) }
    return StoreCatalog(bundleId: app, products: products)
  }

  private static func product(_ id: String, _ node: Node) throws -> StoreProduct {
    var mapping = try StoryMapping(node, called: id)
    let type = try mapping.members.word("type", ProductType.allCases, or: .autoRenewable) {
      $0.rawValue
    }
    let period = try mapping.members.text("period").map { text throws(Problem) in
      guard let period = Period(iso8601: text) else {
        throw Problem("period", mustBe: "a duration such as P1M")
      }
      return period
    }
    let price = try mapping.members.number("price", 0...1_000_000_000).map(Int64.init)
    let group = try mapping.members.text("group") ?? "1"
    let level = try mapping.members.number("level", 1...100) ?? 1
    try mapping.members.finish()
    guard type == .autoRenewable else {
      return StoreProduct(id: id, type: type, price: price ?? StoreCatalog.listPrice(of: nil))
    }
    guard let period else {
      throw Problem(.missingMember, "'\(id)' needs 'period', such as P1M.", field: id)
    }
    return StoreProduct(
      id: id, type: type, price: price ?? StoreCatalog.listPrice(of: period),
      subscription: .init(groupId: group, level: level, period: period))
  }
}
