internal import PaywallCatalog
internal import YAMLText

enum ProductsFileKey: String, FileKey { case groups, products }

enum GroupKey: String, FileKey { case id, levels }

enum ProductKey: String, FileKey { case type, group, period, entitlements, familyShareable }

/// A subscription group with the places of the products in its levels.
struct DeclaredGroup {
  var value: SubscriptionGroup
  var places: Places<GroupKey>
  var levels: [[Located<String>]]
}

typealias DeclaredProduct = Declared<Product, ProductKey>

/// What `store/products.yaml` declares.
struct ProductsFile {
  var groups: [DeclaredGroup] = []
  var products: [DeclaredProduct] = []
  /// Names, including those of entries with mistakes.
  var groupNames: Set<String> = []
  var productNames: Set<String> = []

  init(_ root: Node, _ context: DecodingContext) {
    guard let file = MappingReader<ProductsFileKey>(root, context, as: "products.yaml") else {
      return
    }
    let groups = file.members(.groups, what: "subscription groups")
    let products = file.members(
      .products, what: "products", isName: Names.isStoreIdentifier)
    groupNames = Set(groups.map(\.name))
    productNames = Set(products.map(\.name))
    self.groups = groups.compactMap { DeclaredGroup($0, context.used(by: Entity(.group, $0.name))) }
    self.products = products.compactMap {
      DeclaredProduct($0, context.used(by: Entity(.product, $0.name)))
    }
  }
}

extension DeclaredGroup {
  fileprivate init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard
      let keys = MappingReader<GroupKey>(
        entry.node, context, as: "a subscription group", named: entry.range)
    else { return nil }
    let id = keys.required(
      .id, .storeIdentifier("a subscription group identifier", example: "\"21504291\""),
      help: "write App Store Connect's subscription group identifier, like 'id: \"21504291\"'")
    let levels = keys.required(
      .levels, .list(of: .level),
      help: "list the group's products, the highest service level first")
    guard let id, let levels else { return nil }
    self.init(
      value: SubscriptionGroup(
        key: entry.name, id: id, levels: levels.map { $0.map(\.value) }),
      places: keys.places, levels: levels)
  }
}

extension NodeDecoder where Value == [Located<String>] {
  /// A product, or a list of products that share a service level.
  fileprivate static var level: NodeDecoder {
    let product = NodeDecoder<String>.reference(.product).located
    return NodeDecoder { node, context in
      guard node.items == nil else {
        return NodeDecoder.some(of: product, help: "remove it, or name its products").decode(
          node, context)
      }
      return product.decode(node, context).map { [$0] }
    }
  }
}

extension DeclaredProduct {
  fileprivate init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard
      let keys = MappingReader<ProductKey>(entry.node, context, as: "a product", named: entry.range)
    else { return nil }
    let type: ProductType? = keys.required(
      .type, .choice,
      help: "write the type that it has in App Store Connect, like 'type: autoRenewable'")
    let group = keys.optional(.group, .reference(.group))
    let period = keys.optional(.period, .period)
    let entitlements: [String]? = keys.optional(
      .entitlements, .set(of: .text("an entitlement", example: "pro", where: Names.isName)))
    let familyShareable = keys.optional(.familyShareable, .boolean)
    guard let type else { return nil }
    Self.check(keys, type, period)
    self.init(
      Product(
        id: entry.name, type: type, group: group, period: period,
        entitlements: entitlements ?? [], isFamilyShareable: familyShareable ?? false),
      keys.places)
  }

  /// The keys that a product of each type needs, and those that only other types may have.
  private static func check(
    _ keys: MappingReader<ProductKey>, _ type: ProductType, _ period: Period?
  ) {
    let instead = "remove it, or change the type"
    switch type {
    case .autoRenewable:
      if !keys.has(.group) {
        keys.reportMissing(.group, help: "name the subscription group that it is in")
      }
      if !keys.has(.period) {
        keys.reportMissing(.period, help: "write its billing period, like 'period: P1M'")
      }
      if let period, !billingPeriods.contains(period) {
        keys.context.error(
          .invalidValue, at: keys.places[.period].range ?? keys.places.head,
          "no subscription renews every \(period)",
          help: "use \(Nearest.list(billingPeriods.map(\.description)))")
      }
    case .nonRenewable:
      keys.refuse([.group], because: "is for auto-renewable products", help: instead)
    case .consumable, .nonConsumable:
      keys.refuse(
        [.group, .period], because: "is for subscriptions; this is \(type.rawValue)", help: instead)
      guard type == .consumable else { break }
      keys.refuse([.familyShareable], because: "is not for consumables", help: instead)
    }
  }

  /// The billing periods that App Store Connect has.
  static var billingPeriods: [Period] {
    [
      Period(days: 7), Period(months: 1), Period(months: 2), Period(months: 3),
      Period(months: 6), Period(months: 12),
    ]
  }
}
