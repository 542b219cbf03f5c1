import PaywallCatalog

extension Snapshot {
  /// The app of DecisionRules.md § 9, as far as the server's tests need it.
  static var lumen: Snapshot {
    Snapshot(
      app: App(
        bundleId: "com.example.lumen", environments: [.production, .sandbox],
        locales: ["en", "de", "ja"]),
      groups: [
        SubscriptionGroup(
          key: "pro", id: "21504291",
          levels: [["pro_yearly", "pro_yearly_trial"], ["pro_monthly"]])
      ],
      products: products, offers: offers, keys: [],
      schema: AttributeSchema(
        declared: [
          Attribute(name: "sessions", type: .integer, origin: .declared),
          Attribute(name: "tags", type: .list, origin: .declared),
        ], groups: ["pro"]),
      audiences: [:],
      placements: [
        "onboarding": Placement(
          id: "onboarding",
          rules: [
            Placement.Rule(
              audience: .test(AttributeTest("sessions", [.atLeast(.integer(100))])),
              show: .nothing),
            Placement.Rule(
              audience: .test(
                AttributeTest("country", [.oneOf([.string("IN"), .string("BR")])])),
              show: .paywall("lite"), window: TimeWindow(end: time("2027-01-01T00:00:00Z"))),
          ], default: .paywall("standard")),
        "settings": Placement(id: "settings", default: .nothing),
      ],
      fallback: .paywall("standard"),
      layers: ["pricing": Layer(name: "pricing", unit: .visitor, seed: "51c0e8d2")],
      holdout: BasisPoints(500).map { Holdout(share: $0, seed: "4be01a77") },
      paywalls: paywalls, experiments: ["annual-trial": annualTrial],
      release: String(repeating: "ab", count: 32))
  }

  private static var products: [String: Product] {
    let products = [
      Product(id: "pro_yearly", type: .autoRenewable, group: "pro", period: Period(iso8601: "P1Y")),
      Product(
        id: "pro_yearly_trial", type: .autoRenewable, group: "pro", period: Period(iso8601: "P1Y")),
      Product(
        id: "pro_monthly", type: .autoRenewable, group: "pro", period: Period(iso8601: "P1M")),
      Product(id: "pro_lifetime", type: .nonConsumable),
    ]
    return Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
  }

  private static var offers: [String: Offer] {
    let offers = [
      Offer(key: "trial", id: "trial", kind: .introductory, products: ["pro_yearly_trial"]),
      Offer(
        key: "loyalty", id: "loyalty_20", kind: .promotional,
        products: ["pro_yearly", "pro_monthly"]),
      Offer(
        key: "winter", id: "winter_26", kind: .promotional, products: ["pro_yearly"],
        window: TimeWindow(start: time("2026-12-20T00:00:00Z"))),
      Offer(
        key: "monsoon", id: "monsoon_30", kind: .promotional, products: ["pro_yearly"],
        audience: .test(AttributeTest("country", [.equals(.string("IN"))]))),
      Offer(key: "comeBack", id: "winback_6m", kind: .winBack, products: ["pro_yearly"]),
    ]
    return Dictionary(uniqueKeysWithValues: offers.map { ($0.key, $0) })
  }

  private static var paywalls: [String: Paywall] {
    let headline = Content.localised([
      "en": .text("Unlock everything"), "de": .text("Alles freischalten"),
      "ja": .text("すべてを解放"),
    ])
    let content = [
      Content.Member("headline", headline), Content.Member("style", .text("twoColumn")),
    ]
    let paywalls = [
      Paywall(
        id: "standard",
        products: [
          PaywallProduct(product: "pro_yearly", offers: ["loyalty", "winter"]),
          PaywallProduct(product: "pro_monthly"),
        ], selected: "pro_yearly", content: content),
      Paywall(
        id: "standard-trial",
        products: [
          PaywallProduct(
            product: "pro_yearly_trial", offers: ["trial"],
            extra: .object([Content.Member("badge", .text("bestValue"))])),
          PaywallProduct(product: "pro_monthly"), PaywallProduct(product: "pro_lifetime"),
        ], selected: "pro_yearly_trial", content: content),
      Paywall(id: "lite", products: [PaywallProduct(product: "pro_monthly")]),
    ]
    return Dictionary(uniqueKeysWithValues: paywalls.map { ($0.id, $0) })
  }

  private static var annualTrial: Experiment {
    Experiment(
      id: "annual-trial", status: .running, placements: ["onboarding"],
      audience: .test(AttributeTest("country", [.oneOf([.string("GB"), .string("IE")])])),
      layer: "pricing",
      slice: BasisPoints(4000).flatMap { Slice(start: .none, end: $0) } ?? .whole,
      traffic: Traffic(BasisPoints(5000) ?? .all), seed: "7f3a9c21",
      variants: [
        Variant(
          name: "control", share: BasisPoints(5000) ?? .all,
          shows: .everywhere(.paywall("standard"))),
        Variant(
          name: "trial", share: BasisPoints(5000) ?? .all,
          shows: .everywhere(.paywall("standard-trial"))),
      ],
      schedule: TimeWindow(
        start: time("2026-12-01T09:00:00Z"), end: time("2026-12-22T09:00:00Z")))
  }
}

/// A moment written as in the files.
func time(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0)
}
