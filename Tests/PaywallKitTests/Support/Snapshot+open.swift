import PaywallCatalog

extension Snapshot {
  /// An app of which everything is public.
  static var open: Snapshot {
    Snapshot(
      app: App(
        bundleId: "com.example.lumen", environments: [.production], locales: ["en", "de", "pt-BR"]),
      groups: [
        SubscriptionGroup(key: "pro", id: "21504291", levels: [["yearly"], ["monthly"]])
      ],
      products: [
        "yearly": Product(
          id: "yearly", type: .autoRenewable, group: "pro", period: Period(iso8601: "P1Y")),
        "monthly": Product(
          id: "monthly", type: .autoRenewable, group: "pro", period: Period(iso8601: "P1M")),
        "lifetime": Product(id: "lifetime", type: .nonConsumable),
      ],
      offers: [
        "trial": Offer(key: "trial", id: "trial", kind: .introductory, products: ["yearly"]),
        "back": Offer(
          key: "back", id: "back_6m", kind: .winBack, products: ["yearly"],
          winBack: WinBackTerms(appStoreId: 77)),
        "code": Offer(
          key: "code", id: "SPRING", kind: .offerCode, products: ["monthly"],
          code: OfferCodeTerms(
            customers: [.new, .existing, .expired], url: "https://example.com/redeem")),
      ],
      schema: AttributeSchema(
        declared: [Attribute(name: "sessions", type: .integer, origin: .declared)],
        groups: ["pro"]),
      audiences: [
        "eager": Audience(
          name: "eager", condition: .test(AttributeTest("sessions", [.atLeast(.integer(10))])),
          visibility: .public),
        "islands": Audience(
          name: "islands",
          condition: .test(AttributeTest("country", [.oneOf([.string("GB"), .string("IE")])])),
          visibility: .public),
      ],
      placements: [
        "onboarding": Placement(
          id: "onboarding",
          rules: [Placement.Rule(audience: .audience("eager"), show: .paywall("rich"))],
          default: .paywall("plain")),
        "settings": Placement(
          id: "settings",
          rules: [Placement.Rule(audience: .audience("eager"), show: .nothing)],
          default: .paywall("rich")),
      ],
      fallback: .paywall("plain"),
      layers: ["price": Layer(name: "price", unit: .visitor, seed: "51c0e8d2")],
      holdout: BasisPoints(500).map { Holdout(share: $0, seed: "4be01a77") },
      paywalls: paywalls, experiments: ["price-test": priceTest],
      release: String(repeating: "ab", count: 32))
  }

  private static var paywalls: [String: Paywall] {
    let content = [
      Content.Member(
        "headline", .localised(["en": .text("Unlock"), "de": .text("Öffnen"), "pt-BR": .null])),
      Content.Member("ratio", .number(2)), Content.Member("factor", .number(0.1)),
      Content.Member("list", .list([.integer(1), .boolean(true), .text("\u{1F642}")])),
    ]
    return [
      "plain": Paywall(
        id: "plain", products: [PaywallProduct(product: "monthly", offers: ["code"])]),
      "rich": Paywall(
        id: "rich",
        products: [
          PaywallProduct(
            product: "yearly", offers: ["back", "trial"],
            extra: .object([Content.Member("badge", .text("best"))])),
          PaywallProduct(product: "lifetime"),
        ], selected: "yearly", content: content),
      // This shows the yearly product without its introductory offer, which must be withheld.
      "strict": Paywall(
        id: "strict", products: [PaywallProduct(product: "yearly")], content: content),
    ]
  }

  private static var priceTest: Experiment {
    var experiment = Experiment(
      id: "price-test", status: .running, placements: ["onboarding"],
      audience: .audience("islands"), layer: "price",
      slice: BasisPoints(8000).flatMap { Slice(start: .none, end: $0) } ?? .whole,
      traffic: Traffic(BasisPoints(9000) ?? .all), seed: "7f3a9c21",
      variants: [
        Variant(
          name: "control", share: BasisPoints(5000) ?? .all, shows: .everywhere(.paywall("rich"))),
        Variant(
          name: "strict", share: BasisPoints(5000) ?? .all,
          shows: .everywhere(.paywall("strict"))),
      ],
      schedule: TimeWindow(
        start: moment("2026-12-01T09:00:00Z"), end: moment("2026-12-22T09:00:00Z")))
    experiment.visibility = .public
    return experiment
  }
}
