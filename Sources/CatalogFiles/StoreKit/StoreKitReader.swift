import PaywallCatalog
import PaywallTextCoding
import YAMLText

/// Builds a `StoreKitFile` from nodes, and reports parts that it cannot read.
struct StoreKitReader {
  let path: String
  var diagnostics: [Diagnostic] = []

  mutating func file(from root: Node) -> StoreKitFile? {
    guard root.entries != nil else {
      diagnostics.append(
        Diagnostic(
          .error, code: .notJSON, in: path, at: root.range, "this is \(root.kind), not an object",
          help: "a .storekit file is one JSON object; export it again from Xcode"))
      return nil
    }
    let version = version(from: root)
    var products = (list("products", in: root) + list("nonRenewingSubscriptions", in: root))
      .compactMap { product(from: $0) }
    var groups: [StoreKitFile.Group] = []
    for node in list("subscriptionGroups", in: root) {
      guard let id = text("id", in: node), !id.value.isEmpty else {
        warn(node, "a subscription group without 'id' is left out", help: Self.finish)
        continue
      }
      groups.append(StoreKitFile.Group(id: id, name: text("name", in: node)?.value))
      for node in list("subscriptions", in: node) {
        guard var product = product(from: node) else { continue }
        product.subscription = subscription(from: node, of: product, in: id)
        products.append(product)
      }
    }
    return StoreKitFile(
      path: path, version: version, products: products, groups: groups, locales: locales(in: root),
      storefront: value("settings", in: root).flatMap { value("_storefront", in: $0)?.scalar?.text }
    )
  }

  private mutating func locales(in root: Node) -> [String] {
    let groups = list("subscriptionGroups", in: root)
    let sold =
      list("products", in: root) + list("nonRenewingSubscriptions", in: root)
      + groups.flatMap { [$0] + list("subscriptions", in: $0) }
    let named = sold.flatMap { list("localizations", in: $0) }.compactMap { text("locale", in: $0) }
    let tested = value("settings", in: root).flatMap { text("_locale", in: $0) }
    var found: [String] = []
    for locale in [tested].compactMap(\.self) + named where !found.contains(locale.value) {
      found.append(locale.value)
    }
    return found
  }

  private mutating func version(from root: Node) -> StoreKitFile.FormatVersion {
    guard let node = value("version", in: root), let major = integer("major", in: node) else {
      warn(root, "the file does not say its version; it is read as version 1", help: Self.finish)
      return StoreKitFile.FormatVersion(major: 1, minor: 0)
    }
    let newest = StoreKitFile.FormatVersion.newestMajor
    if major.value > newest {
      warn(
        at: major.range, code: .storeKitVersion,
        "version \(major.value) is newer than \(newest), the newest that is known here",
        help: "what is new in it is ignored; look for a newer release of paywall")
    }
    return StoreKitFile.FormatVersion(
      major: major.value, minor: integer("minor", in: node)?.value ?? 0)
  }

  private mutating func product(from node: Node) -> StoreKitFile.Product? {
    guard let id = text("productID", in: node), !id.value.isEmpty else {
      warn(node, "a product without 'productID' is left out", help: Self.finish)
      return nil
    }
    return StoreKitFile.Product(
      id: id,
      type: word("type", in: node, required: true) {
        switch $0 {
        case "Consumable": .consumable
        case "NonConsumable": .nonConsumable
        case "NonRenewingSubscription": .nonRenewable
        case "RecurringSubscription": .autoRenewable
        default: nil
        }
      },
      price: price(in: node),
      isFamilyShareable: boolean("familyShareable", in: node)
        ?? StoreKitFile.Field(value: false, range: id.range),
      names: names(in: node))
  }

  /// Silent: `locales` warns of what is none.
  private func names(in node: Node) -> [String: String] {
    var names: [String: String] = [:]
    for node in value("localizations", in: node)?.items ?? [] {
      guard let locale = value("locale", in: node)?.scalar?.text,
        let name = value("displayName", in: node)?.scalar?.text, !name.isEmpty
      else { continue }
      names[locale] = name
    }
    return names
  }

  private mutating func subscription(
    from node: Node, of product: StoreKitFile.Product, in group: StoreKitFile.Field<String>
  ) -> StoreKitFile.Subscription {
    let named = text("subscriptionGroupID", in: node)
    if let named, !named.value.hasSameUTF8(as: group.value) {
      warn(
        at: named.range,
        "the subscription names the group \(Diagnostic.quoted(named.value)) and is listed in the "
          + "group \(Diagnostic.quoted(group.value))",
        help: "the group that lists it counts; move it in Xcode")
    }
    let level = integer("groupNumber", in: node)
    if level == nil { warn(node, "the subscription has no 'groupNumber'", help: Self.finish) }
    return StoreKitFile.Subscription(
      group: StoreKitFile.Field(value: group.value, range: named?.range ?? product.id.range),
      level: level,
      period: word("recurringSubscriptionPeriod", in: node, required: true) {
        Period(iso8601: $0)
      },
      monthlyPrice: monthlyPrice(in: node),
      offers: offers(from: node))
  }

  /// A plan that is switched off in Xcode is not sold.
  private mutating func monthlyPrice(in node: Node) -> Int64? {
    for plan in list("billingPlans", in: node)
    where text("billingPlanType", in: plan)?.value == "MONTHLY"
      && boolean("isEnabled", in: plan)?.value != false
    {
      return price(in: plan)
    }
    return nil
  }

  static let finish = "finish it in Xcode, or delete it there"
}

extension StoreKitReader {
  private mutating func offers(from node: Node) -> [StoreKitFile.Offer] {
    var introductory = list("introductoryOffers", in: node)
    if introductory.isEmpty {
      introductory = value("introductoryOffer", in: node).map { [$0] } ?? []
    }
    let lists: [(OfferKind, [Node])] = [
      (.introductory, introductory), (.promotional, list("adHocOffers", in: node)),
      (.offerCode, list("codeOffers", in: node)), (.winBack, list("winbackOffers", in: node)),
    ]
    return lists.flatMap { kind, nodes in nodes.compactMap { offer(kind, from: $0) } }
  }

  private mutating func offer(_ kind: OfferKind, from node: Node) -> StoreKitFile.Offer? {
    guard node.entries != nil else {
      warn(node, "this is \(node.kind), not an offer; it is left out", help: Self.finish)
      return nil
    }
    var id = StoreKitFile.Field<String?>(value: nil, range: node.range)
    if kind != .introductory {
      let key = kind == .offerCode ? "referenceName" : "offerID"
      guard let named = text(key, in: node), !named.value.isEmpty else {
        warn(node, "an offer without '\(key)' is left out", help: Self.finish)
        return nil
      }
      id = StoreKitFile.Field(value: named.value, range: named.range)
    }
    let period = word("subscriptionPeriod", in: node, required: true) { Period(iso8601: $0) }
    let one = StoreKitFile.Field(value: 1, range: period?.range ?? id.range)
    return StoreKitFile.Offer(
      kind: kind, id: id,
      payment: word("paymentMode", in: node, required: true) {
        switch $0 {
        case "free": .freeTrial
        case "payAsYouGo": .payAsYouGo
        case "payUpFront": .payUpFront
        default: nil
        }
      },
      period: period,
      cycles: integer("numberOfPeriods", in: node) ?? one,
      price: price(in: node),
      customers: kind == .offerCode ? customers(in: node) : nil,
      billingPlan: text("billingPlanType", in: node)?.value)
  }

  private mutating func customers(in node: Node) -> StoreKitFile.Field<[CustomerClass]>? {
    guard let list = value("eligibility", in: node) else { return nil }
    var classes: [CustomerClass] = []
    for item in self.list("eligibility", in: node) {
      if let known = item.scalar.flatMap({ CustomerClass(rawValue: $0.text) }) {
        classes.append(known)
      } else {
        warn(
          item, "this is no class of customers",
          help: "use \(Nearest.list(CustomerClass.allCases.map(\.rawValue)))")
      }
    }
    return StoreKitFile.Field(value: classes, range: list.range)
  }
}
