import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

/// Values of the example, written by hand.
@Suite("The example of the documentation")
struct ExampleTests {
  let snapshot: Snapshot

  init() throws {
    let (snapshot, report) = Loader.load(Example.files)
    self.snapshot = try #require(snapshot, "\(report.text())")
  }

  @Test func `has no mistakes, and warns of what is left over`() {
    let report = Loader.load(Example.files).report
    #expect(
      report.diagnostics.map(\.message) == [
        "'two-places' meets 'annual-trial' (Experiments/annual-trial.yaml) at 'onboarding'",
        "there is no text for 'de' or 'ja'",
      ])
  }

  @Test func `names the app`() {
    #expect(
      snapshot.app
        == App(
          bundleId: "com.example.lumen", appAppleId: 1_234_567_890,
          environments: [.production, .sandbox, .xcode], locales: ["en", "de", "ja"],
          xcodeCertificate: "StoreKitTest.cer", xcodeCertificateBytes: Example.certificate))
  }

  @Test func `has its products and groups`() {
    #expect(
      snapshot.groups == [
        SubscriptionGroup(
          key: "pro", id: "21504291",
          levels: [["pro_yearly"], ["pro_yearly_trial", "pro_monthly"]])
      ])
    #expect(
      snapshot.products == [
        "pro_monthly": Product(
          id: "pro_monthly", type: .autoRenewable, group: "pro", period: Period(months: 1),
          entitlements: ["pro"]),
        "pro_yearly": Product(
          id: "pro_yearly", type: .autoRenewable, group: "pro", period: Period(months: 12),
          entitlements: ["pro"]),
        "pro_yearly_trial": Product(
          id: "pro_yearly_trial", type: .autoRenewable, group: "pro", period: Period(months: 12),
          entitlements: ["pro"]),
        "pro_lifetime": Product(
          id: "pro_lifetime", type: .nonConsumable, entitlements: ["pro"],
          isFamilyShareable: true),
        "coins_100": Product(id: "coins_100", type: .consumable),
        "season_2026": Product(
          id: "season_2026", type: .nonRenewable, period: Period(months: 6),
          entitlements: ["season"]),
      ])
  }

  @Test func `has an offer of each kind`() throws {
    #expect(
      snapshot.offers["trial"]
        == Offer(
          key: "trial", id: "trial", kind: .introductory, products: ["pro_yearly_trial"],
          payment: .freeTrial, period: Period(days: 7), audience: .audience("newcomers")))
    #expect(
      snapshot.offers["loyalty"]
        == Offer(
          key: "loyalty", id: "loyalty_20", kind: .promotional,
          products: ["pro_yearly", "pro_monthly"], payment: .payAsYouGo, period: Period(months: 1),
          cycles: 3, audience: .audience("atRisk"),
          limit: OfferLimit(perCustomer: 1, every: Period(days: 180), perDay: 500),
          window: TimeWindow(
            start: Timestamp(milliseconds: 1_796_083_200_000),
            end: Timestamp(milliseconds: 1_798_761_600_000))))
    #expect(
      snapshot.offers["comeBack"]
        == Offer(
          key: "comeBack", id: "winback_6m", kind: .winBack, products: ["pro_yearly"],
          payment: .payUpFront, period: Period(months: 6),
          winBack: WinBackTerms(
            paidFor: Period(months: 2), lapsedAtLeast: Period(months: 1),
            lapsedAtMost: Period(months: 12), sinceLast: Period(months: 6), priority: .high,
            appStoreId: 6_501_234_567)))
    #expect(
      snapshot.offers["partner"]
        == Offer(
          key: "partner", id: "PARTNER26", kind: .offerCode, products: ["pro_monthly"],
          code: OfferCodeTerms(
            customers: [.new, .expired],
            url:
              "https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code=PARTNER26")))
    #expect(snapshot.offers.count == 4)
  }

  @Test func `has its keys`() {
    #expect(
      snapshot.keys == [
        APIKey(name: "app", role: .client, digest: String(repeating: "1a", count: 32)),
        APIKey(name: "backend", role: .server, digest: String(repeating: "2b", count: 32)),
      ])
  }

  @Test func `declares attributes beside the built-in ones and those of each group`() {
    #expect(
      snapshot.schema["planInterest"]
        == Attribute(
          name: "planInterest", type: .string, values: ["students", "teams"], origin: .declared))
    #expect(snapshot.schema["sessions"]?.type == .integer)
    #expect(snapshot.schema["score"]?.type == .number)
    #expect(snapshot.schema["beta"]?.type == .boolean)
    #expect(snapshot.schema["subscription.pro.state"]?.origin == .computed)
  }

  @Test func `reads audiences as written`() throws {
    func condition(_ name: String) -> Condition? { snapshot.audiences[name]?.condition }
    #expect(
      condition("newcomers")
        == .all([
          .test(AttributeTest("subscription.ever", [.equals(.boolean(false))])),
          .test(AttributeTest("daysSinceInstall", [.atMost(.integer(7))])),
        ]))
    #expect(
      condition("isles")
        == .test(AttributeTest("country", [.oneOf([.string("GB"), .string("IE")])])))
    #expect(
      condition("atRisk")
        == .all([
          .test(
            AttributeTest(
              "subscription.state", [.oneOf([.string("subscribed"), .string("inGracePeriod")])])),
          .test(AttributeTest("subscription.autoRenew", [.equals(.boolean(false))])),
        ]))
    #expect(
      condition("lapsed")
        == .all([
          .test(AttributeTest("subscription.state", [.equals(.string("expired"))])),
          .test(AttributeTest("subscription.lapsedDays", [.atLeast(.integer(30))])),
        ]))
    let version = try #require(Version("3.2.0"))
    #expect(
      condition("modern") == .test(AttributeTest("appVersion", [.atLeast(.version(version))])))
    #expect(
      condition("islesNoTeams")
        == .all([
          .all([.audience("isles"), .audience("modern")]),
          .not(.test(AttributeTest("planInterest", [.equals(.string("teams"))]))),
        ]))
    #expect(snapshot.audiences["modern"]?.visibility == .public)
    #expect(snapshot.audiences["lapsed"]?.visibility == .private)
  }

  @Test func `has its placements`() {
    #expect(
      snapshot.placements == [
        "onboarding": Placement(
          id: "onboarding",
          rules: [
            Placement.Rule(audience: .audience("lapsed"), show: .paywall("come-back-wall")),
            Placement.Rule(
              audience: .test(
                AttributeTest("country", [.oneOf([.string("IN"), .string("BR")])])),
              show: .paywall("lite"),
              window: TimeWindow(
                start: Timestamp(milliseconds: 1_795_564_800_000),
                end: Timestamp(milliseconds: 1_796_083_200_000))),
          ], default: .paywall("standard")),
        "settings": Placement(id: "settings", default: .nothing),
      ])
    #expect(snapshot.fallback == .paywall("standard"))
  }

  @Test func `has its layers and its holdout`() throws {
    #expect(
      snapshot.layers == [
        "pricing": Layer(name: "pricing", unit: .visitor, seed: "51c0e8d2"),
        "design": Layer(name: "design", unit: .userId, seed: "a90d3f16"),
      ])
    #expect(snapshot.holdout == Holdout(share: try #require(BasisPoints(500)), seed: "4be01a77"))
  }

  @Test func `has its paywalls, and keys that they leave out come from the one they extend`() {
    #expect(
      snapshot.paywalls["standard"]
        == Paywall(
          id: "standard", title: "Standard",
          products: [
            PaywallProduct(
              product: "pro_yearly", offers: ["comeBack", "loyalty"],
              extra: .object([Content.Member("badge", .text("bestValue"))])),
            PaywallProduct(product: "pro_monthly"), PaywallProduct(product: "pro_lifetime"),
          ], selected: "pro_yearly", content: content))
    #expect(
      snapshot.paywalls["trial"]
        == Paywall(
          id: "trial", title: "Standard",
          products: [
            PaywallProduct(product: "pro_yearly_trial", offers: ["trial"]),
            PaywallProduct(product: "pro_monthly"),
          ], selected: "pro_yearly_trial", content: content))
    #expect(
      snapshot.paywalls["come-back-wall"]
        == Paywall(
          id: "come-back-wall",
          products: [
            PaywallProduct(product: "pro_monthly"), PaywallProduct(product: "pro_lifetime"),
          ], selected: "pro_monthly"))
    #expect(
      snapshot.paywalls["lite"]
        == Paywall(
          id: "lite", products: [PaywallProduct(product: "pro_monthly", offers: ["partner"])]))
    #expect(snapshot.paywalls.count == 5)
  }

  @Test func `has its running experiment`() throws {
    let half = try #require(BasisPoints(5000))
    let end = try #require(BasisPoints(4000))
    let slice = try #require(Slice(start: .none, end: end))
    var expected = Experiment(
      id: "annual-trial", title: "Annual with a trial, British Isles",
      hypothesis: "A 7-day trial on annual beats no trial.", owner: "growth@example.com",
      status: .running, placements: ["onboarding"], audience: .audience("isles"),
      layer: "pricing", slice: slice, traffic: Traffic(half), unit: .visitor, seed: "7f3a9c21",
      phase: 1,
      variants: [
        Variant(name: "control", share: half, shows: .everywhere(.paywall("standard"))),
        Variant(name: "trial", share: half, shows: .everywhere(.paywall("trial"))),
      ],
      schedule: TimeWindow(
        start: Timestamp(milliseconds: 1_796_115_600_000),
        end: Timestamp(milliseconds: 1_797_930_000_000)),
      whilePaused: .control, after: .keep, winner: nil, excludeEarlierPhases: true,
      visibility: .private)
    expected.metrics = Metrics(
      primary: MetricGoal(.proceedsPerVisitor), guardrails: [MetricGoal(.cancelWithin24h)])
    #expect(snapshot.experiments["annual-trial"] == expected)
  }

  @Test func `has a draft at two placements, with the unit of its layer`() throws {
    let third = try #require(BasisPoints(3333))
    let rest = try #require(BasisPoints(6667))
    #expect(
      snapshot.experiments["two-places"]
        == Experiment(
          id: "two-places", status: .draft, placements: ["onboarding", "settings"],
          audience: .all([
            .audience("islesNoTeams"),
            .test(
              AttributeTest(
                "sessions", [.atMost(.integer(9)), .moreThan(.integer(2))])),
          ]), layer: "design", unit: .userId,
          variants: [
            Variant(
              name: "lite", share: third,
              shows: .perPlacement(["onboarding": .paywall("lite"), "settings": .nothing])),
            Variant(
              name: "control", share: rest,
              shows: .perPlacement([
                "onboarding": .paywall("standard"), "settings": .paywall("lite"),
              ])),
          ], whilePaused: .keep, after: .winner, excludeEarlierPhases: false))
  }

  private var content: [Content.Member] {
    [
      Content.Member(
        "headline",
        .localised([
          "en": .text("Unlock everything"), "de": .text("Alles freischalten"),
          "ja": .text("すべてを解放"),
        ])),
      Content.Member("style", .text("twoColumn")),
      Content.Member(
        "hero",
        .object([
          Content.Member("image", .text("https://cdn.example.com/hero-3f9c.webp")),
          Content.Member("alt", .localised(["en": .text("Mountains")])),
        ])),
    ]
  }
}
