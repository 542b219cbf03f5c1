internal import PaywallCatalog
internal import YAMLText

enum ProductsFileKey: String, FileKey { case groups, products }

enum GroupKey: String, FileKey { case id, levels }

enum ProductKey: String, FileKey {
  case type, group, period, entitlements, familyShareable, currencies

  static func help(for key: String) -> String? {
    switch key.lowercased() {
    case "price", "prices":
      "remove it: prices are App Store Connect's; for pictures, write them in "
        + "Paywalls/store/prices.yaml"
    case "trial", "freetrial", "offer", "offers", "introductory", "introductoryoffer":
      "remove it: a trial is an offer of kind 'introductory' in Paywalls/store/offers.yaml"
    default: nil
    }
  }
}

/// A subscription group with the places of the products in its levels.
struct DeclaredGroup {
  var value: SubscriptionGroup
  var places: Places<GroupKey>
  var levels: [[Located<String>]]
}

typealias DeclaredProduct = Declared<Product, ProductKey>

/// The declarations of `store/products.yaml`.
struct ProductsFile {
  let groups: NamedValues<DeclaredGroup>
  let products: NamedValues<DeclaredProduct>

  init(_ file: MappingReader<ProductsFileKey>) {
    groups = file.named(
      .groups, "subscription groups", usedBy: .group, "Subscription groups, by a name of yours.",
      of: DeclaredGroup.group)
    products = file.named(
      .products, "products", usedBy: .product, name: { _ in .storeIdentifier },
      isName: Names.isStoreIdentifier,
      "Everything the app sells, by the product id in App Store Connect.",
      of: DeclaredProduct.product)
  }
}

extension DeclaredGroup {
  fileprivate static func group(_ name: EntityName) -> NodeDecoder<DeclaredGroup> {
    .mapping("a subscription group", named: name.range) { (keys: MappingReader<GroupKey>) in
      let id = keys.required(
        .id, .storeIdentifier("a subscription group identifier", example: "\"21504291\""),
        "App Store Connect's identifier of the subscription group, in quotes.",
        help: "write App Store Connect's subscription group identifier, like 'id: \"21504291\"'")
      let product = NodeDecoder<String>.reference(.product).located
      let levels: [[Located<String>]]? = keys.required(
        .levels, .list(of: .oneOrSome(of: product, help: "remove it, or name its products")),
        "Its products, the highest service level first; a list shares one level.",
        help: "list the group's products, the highest service level first")
      guard let id, let levels else { return nil }
      return DeclaredGroup(
        value: SubscriptionGroup(
          key: name.text, id: id, levels: levels.map { $0.map(\.value) }),
        places: keys.places, levels: levels)
    }
  }
}

extension DeclaredProduct {
  fileprivate static func product(_ name: EntityName) -> NodeDecoder<DeclaredProduct> {
    .mapping("a product", named: name.range, rules: { $0.holding(rules) }) {
      (keys: MappingReader<ProductKey>) in
      let type: ProductType? = keys.required(
        .type, .choice, "The kind of purchase.",
        help: "write the type that it has in App Store Connect, like 'type: autoRenewable'")
      let group = keys.optional(
        .group, .reference(.group), "The subscription group that it is in.")
      let period = keys.optional(
        .period, .period.examples(billingPeriods.map(\.description)),
        "The duration of one purchase, like P1M or P1Y.")
      let entitlement = NodeDecoder<String>.text(
        "an entitlement", example: "pro", .ref("name"), where: Names.isName)
      let entitlements: [String]? = keys.optional(
        .entitlements, .set(of: entitlement), "The entitlements of a buyer, by names of yours.")
      let familyShareable = keys.optional(
        .familyShareable, default: false, "Whether the family of a buyer may use it too.")
      let currencies = keys.optional(
        .currencies, .credits,
        "The units of each currency that a purchase gives; a subscription gives them each paid period."
      )
      guard let type else { return nil }
      check(keys, type, period)
      return DeclaredProduct(
        Product(
          id: name.text, type: type, group: group, period: period,
          entitlements: entitlements ?? [], isFamilyShareable: familyShareable,
          currencies: currencies ?? [:]),
        keys.places)
    }
  }

  /// The same as `check`, for editors.
  private static var rules: [JSONSchema] {
    [
      .when(
        ProductKey.type, is: [ProductType.autoRenewable.rawValue], needs: [.group, .period]),
      .when(ProductKey.type, is: [ProductType.nonRenewable.rawValue], refuses: [.group]),
      .when(
        ProductKey.type, is: [ProductType.nonConsumable.rawValue], refuses: [.group, .period]),
      .when(
        ProductKey.type, is: [ProductType.consumable.rawValue],
        refuses: [.group, .period, .familyShareable]),
    ]
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
