import PaywallCatalog
import Serving
import Testing

@Suite struct PublishedSnapshotTests {
  /// Paywalls are named after what shows them; each sells one product and lists one offer.
  private static let names = [
    "default", "private-rule", "public-rule", "inline-rule", "public-test", "private-test",
    "draft", "nowhere", "fallback",
  ]

  private var whole: Snapshot {
    Snapshot(
      app: App(
        bundleId: "com.example.lumen", appAppleId: 7, environments: [.production], locales: ["en"]),
      groups: [
        SubscriptionGroup(
          key: "pro", id: "21504291", levels: Self.names.map { ["product-\($0)"] })
      ],
      products: Dictionary(
        uniqueKeysWithValues: Self.names.map {
          (
            "product-\($0)",
            Product(
              id: "product-\($0)", type: .autoRenewable, group: "pro", entitlements: ["everything"])
          )
        }),
      offers: Dictionary(
        uniqueKeysWithValues: Self.names.map {
          (
            "offer-\($0)",
            Offer(
              key: "offer-\($0)", id: "id", kind: .promotional,
              products: Self.names.map { "product-\($0)" }, audience: .audience("insiders"),
              limit: OfferLimit(perDay: 50))
          )
        }),
      keys: [APIKey(name: "ios", role: .client, digest: "00")],
      schema: AttributeSchema(
        declared: [
          Attribute(name: "sessions", type: .integer, origin: .declared),
          Attribute(name: "employer", type: .string, origin: .declared),
        ], groups: ["pro"]),
      audiences: [
        "modern": Audience(
          name: "modern", condition: .test(AttributeTest("sessions", [.atLeast(.integer(3))])),
          visibility: .public),
        "insiders": Audience(
          name: "insiders",
          condition: .test(AttributeTest("employer", [.equals(.string("Lumen"))]))),
        // A configuration with this mistake is refused; private parts still stay private.
        "leak": Audience(name: "leak", condition: .audience("insiders"), visibility: .public),
      ],
      placements: [
        "onboarding": Placement(
          id: "onboarding",
          rules: [
            rule(.audience("insiders"), "private-rule"),
            rule(.audience("leak"), "private-rule"),
            rule(.not(.audience("insiders")), "private-rule"),
            rule(.test(AttributeTest("country", [.equals(.string("IN"))])), "inline-rule"),
            rule(.all([.audience("modern"), .audience("everyone")]), "public-rule"),
          ], default: .paywall("default")),
        "settings": Placement(id: "settings", default: .nothing),
      ],
      fallback: .paywall("fallback"),
      layers: [
        "pricing": Layer(name: "pricing", unit: .visitor, seed: "a"),
        "wording": Layer(name: "wording", unit: .visitor, seed: "b"),
      ],
      holdout: BasisPoints(500).map { Holdout(share: $0, seed: "c") },
      paywalls: Dictionary(
        uniqueKeysWithValues: Self.names.map {
          (
            $0,
            Paywall(
              id: $0, title: "Secret plan",
              products: [PaywallProduct(product: "product-\($0)", offers: ["offer-\($0)"])])
          )
        }),
      experiments: [
        "public-test": experiment("public-test", .running, .public, layer: "pricing"),
        "private-test": experiment("private-test", .running, .private, layer: "wording"),
        "draft": experiment("draft", .draft, .public, layer: "wording"),
        "leak": experiment(
          "private-test", .running, .public, layer: "wording", audience: .audience("insiders")),
      ],
      personas: ["somebody": Persona(id: "somebody")],
      release: "00")
  }

  private func rule(_ audience: Condition, _ paywall: String) -> Placement.Rule {
    Placement.Rule(audience: audience, show: .paywall(paywall))
  }

  private func experiment(
    _ name: String, _ status: ExperimentStatus, _ visibility: Visibility, layer: String,
    audience: Condition? = .test(AttributeTest("country", [.equals(.string("GB"))]))
  ) -> Experiment {
    var experiment = Experiment(
      id: name, title: "A price", hypothesis: "More", owner: "growth@example.com", status: status,
      placements: ["onboarding"], audience: audience, layer: layer, seed: name,
      variants: [
        Variant(name: "control", share: .all, shows: .everywhere(.paywall(name)))
      ], visibility: visibility)
    experiment.metrics = Metrics(primary: MetricGoal(.paidRate))
    return experiment
  }

  private var published: Snapshot { PublishedSnapshot(whole).snapshot }

  @Test func `the placement that Apple asks for stays out, with its messages and experiments`() {
    var saving = whole
    saving.retention["stay"] = RetentionMessage(
      id: "stay", kind: .product("product-nowhere", .upFront),
      texts: ["en": .init(header: "Stay", body: "Please")])
    saving.placements["cancel"] = Placement(id: "cancel", default: .paywall("stay"))
    saving.experiments["saving"] = Experiment(
      id: "saving", status: .running, placements: ["cancel"],
      variants: [Variant(name: "control", share: .all, shows: .everywhere(.paywall("stay")))],
      visibility: .public)
    let (part, before) = (PublishedSnapshot(saving), PublishedSnapshot(whole))
    #expect(part.snapshot.placements["cancel"] == nil && part.snapshot.experiments["saving"] == nil)
    #expect(part.snapshot.retention.isEmpty && part.snapshot.products == before.snapshot.products)
    #expect(part.partialPlacements == before.partialPlacements)
  }

  @Test func `rules of private and of unnamed audiences stay at home`() {
    #expect(
      published.placements["onboarding"]?.rules.map(\.show) == [.paywall("public-rule")])
    #expect(published.placements["settings"] == whole.placements["settings"])
  }

  /// A rule that begins on Christmas Eve; the same bytes are published before and after.
  @Test(
    arguments: [
      ("everyone", .some(1), nil, false), ("everyone", 1, .private, false),
      ("everyone", 1, .public, true), ("modern", 1, .public, true), ("insiders", 1, .public, false),
      ("everyone", nil, nil, true), ("everyone", nil, .private, false),
      ("modern", nil, .public, true), ("leak", nil, .public, false),
    ] as [(String, Int64?, Visibility?, Bool)])
  func `a rule that begins at a moment stays at home unless it says that it is public`(
    _ audience: String, _ start: Int64?, _ visibility: Visibility?, _ isOut: Bool
  ) {
    var whole = whole
    let window = TimeWindow(start: start.map(Timestamp.init(milliseconds:)))
    whole.placements["settings"]?.rules = [
      Placement.Rule(
        audience: .audience(audience), show: .paywall("nowhere"), window: window,
        visibility: visibility)
    ]
    let published = PublishedSnapshot(whole)
    #expect(
      published.snapshot.placements["settings"]?.rules
        == (isOut
          ? [
            Placement.Rule(
              audience: .audience(audience), show: .paywall("nowhere"), window: window)
          ] : []))
    #expect((published.snapshot.paywalls["nowhere"] != nil) == isOut)
    #expect((published.snapshot.products["product-nowhere"] != nil) == isOut)
    #expect(published.partialPlacements.contains("settings") == !isOut)
  }

  @Test func `a rule that says that it is public takes the tests along that are written in it`() {
    var whole = whole
    whole.placements["settings"]?.rules = [
      Placement.Rule(
        audience: .all([
          .audience("modern"), .test(AttributeTest("employer", [.equals(.string("Lumen"))])),
        ]), show: .paywall("nowhere"), visibility: .public)
    ]
    let published = PublishedSnapshot(whole)
    #expect(published.snapshot.placements["settings"]?.rules.count == 1)
    #expect(published.snapshot.schema["employer"] != nil)
    #expect(published.snapshot.audiences.keys.contains("modern"))
    #expect(!published.partialPlacements.contains("settings"))
  }

  @Test func `a placement that lost a rule or a live experiment is partial`() {
    #expect(PublishedSnapshot(whole).partialPlacements == ["onboarding"])
    var open = whole
    open.experiments = open.experiments.filter { $0.key == "draft" }
    open.placements["onboarding"]?.rules = []
    #expect(PublishedSnapshot(open).partialPlacements.isEmpty)
  }

  @Test func `experiments leave if they are public, decide something and reveal nothing private`() {
    #expect(published.experiments.keys.sorted() == ["public-test"])
    let experiment = published.experiments["public-test"]
    #expect(experiment?.title == nil && experiment?.hypothesis == nil && experiment?.owner == nil)
    #expect(experiment?.metrics == Metrics())
    #expect(experiment?.seed == "public-test")
    #expect(published.layers.keys.sorted() == ["pricing"])
    #expect(published.holdout == whole.holdout)
  }

  @Test func `paywalls, products and offers leave if something public shows them`() {
    let shown = ["default", "fallback", "public-rule", "public-test"]
    #expect(published.paywalls.keys.sorted() == shown)
    #expect(published.paywalls.values.allSatisfy { $0.title == nil })
    #expect(published.products.keys.sorted() == shown.map { "product-\($0)" })
    #expect(published.products.values.allSatisfy { $0.entitlements.isEmpty })
    #expect(
      published.groups.map(\.levels) == [
        Self.names.filter(shown.contains).map { ["product-\($0)"] }
      ])
    #expect(published.offers.keys.sorted() == shown.map { "offer-\($0)" })
    for offer in published.offers.values {
      #expect(offer.products.sorted() == shown.map { "product-\($0)" })
      #expect(offer.limit == nil)
      #expect(offer.audience == .undecidable)
    }
  }

  @Test func `what redeems an offer leaves only if its audience is public`() {
    for (audience, isPublic) in [("insiders", false), ("modern", true)] {
      var open = whole
      let link = "https://apps.apple.com/redeem?code=LUMEN50"
      open.offers["offer-default"]?.audience = .audience(audience)
      open.offers["offer-default"]?.code = OfferCodeTerms(customers: [.new], url: link)
      open.offers["offer-default"]?.winBack = WinBackTerms(
        paidFor: Period(months: 6), appStoreId: 6_501_234_567)
      let offer = PublishedSnapshot(open).snapshot.offers["offer-default"]
      #expect(offer?.code == OfferCodeTerms(customers: [.new], url: isPublic ? link : nil))
      #expect(offer?.winBack == WinBackTerms(appStoreId: isPublic ? 6_501_234_567 : nil))
    }
  }

  @Test func `keys, personas, audiences and attributes of private parts stay at home`() {
    #expect(published.keys.isEmpty)
    #expect(published.personas.isEmpty)
    #expect(published.app.appAppleId == nil)
    #expect(published.audiences.keys.sorted() == ["modern"])
    #expect(published.schema["sessions"] != nil)
    #expect(published.schema["employer"] == nil)
    #expect(published.schema["country"] != nil)
  }
}
