import PaywallCatalog
import Testing

struct VocabularyTests {
  private let schema = AttributeSchema(
    declared: [
      Attribute(name: "sessions", type: .integer, origin: .declared),
      Attribute(name: "country", type: .integer, origin: .declared),
    ], groups: ["pro", "basic"])

  @Test("Each attribute has a slot of its own")
  func slots() {
    for (index, attribute) in schema.attributes.enumerated() where attribute.origin != .declared {
      #expect(schema.slot(of: attribute.name) == index)
      #expect(schema[attribute.name] == attribute)
    }
    #expect(schema["sessions"]?.origin == .declared)
    #expect(schema["nobody"] == nil && schema.slot(of: "nobody") == nil)
  }

  @Test("A declared attribute cannot take the name of a built-in one")
  func taken() {
    #expect(schema["country"]?.type == .string)
    #expect(schema["country"]?.origin == .builtIn)
  }

  @Test("Every group has the facts of a subscription, which only the server may say")
  func groups() {
    let facts = [
      "state", "product", "offer", "autoRenew", "inTrial", "ever", "everIntroductory", "refunded",
      "familyShared", "lapsedDays", "paidDays", "seats", "commitment",
    ]
    for prefix in ["subscription.", "subscription.pro.", "subscription.basic."] {
      for fact in facts { #expect(schema[prefix + fact]?.origin == .computed) }
    }
    #expect(schema["subscription.known"]?.type == .boolean)
    #expect(schema["subscription.group"]?.type == .string)
    #expect(schema["daysSinceInstall"]?.origin == .computed)
    #expect(schema["subscription.pro.known"] == nil)
    #expect(
      schema["subscription.state"]?.values
        == ["subscribed", "inGracePeriod", "inBillingRetryPeriod", "expired", "revoked", "none"])
  }

  @Test("What every app sends")
  func builtIn() {
    let types = AttributeSchema.builtIn.map { "\($0.name) \($0.type.rawValue)" }
    #expect(
      Set(types) == [
        "userId string", "anonymousId string", "appAccountToken string", "country string",
        "locale string", "language string", "platform string", "device string",
        "environment string", "osVersion version", "appVersion version", "sdkVersion version",
        "firstSeen time",
      ])
  }

  @Test("A variant shows one paywall everywhere, or one per placement")
  func variants() {
    let everywhere = Variant(name: "a", share: .all, shows: .everywhere(.nothing))
    let some = Variant(name: "b", share: .none, shows: .perPlacement(["x": .paywall("p")]))
    #expect(everywhere.show(at: "x") == .nothing)
    #expect(some.show(at: "x") == .paywall("p"))
    #expect(some.show(at: "y") == nil)
    let experiment = Experiment(
      id: "e", status: .draft, placements: ["x"], variants: [everywhere, some])
    #expect(experiment.variant(named: "b") == some)
    #expect(experiment.variant(named: "c") == nil)
  }

  @Test("Groups and offers of a snapshot are found by what they are asked for")
  func snapshot() {
    func offer(_ key: String, _ kind: OfferKind, _ products: [String]) -> Offer {
      Offer(key: key, id: key, kind: kind, products: products)
    }
    let offers = [
      offer("b", .winBack, ["p"]), offer("a", .winBack, ["p", "q"]), offer("c", .winBack, ["q"]),
      offer("d", .introductory, ["p"]),
    ]
    let group = SubscriptionGroup(key: "pro", id: "1", levels: [["p"], ["q"]])
    let snapshot = Snapshot(
      app: App(bundleId: "b", environments: [.sandbox], locales: []), groups: [group],
      products: ["p": Product(id: "p", type: .autoRenewable, group: "pro")],
      offers: Dictionary(offers.map { ($0.key, $0) }, uniquingKeysWith: { $1 }),
      keys: [APIKey(name: "k", role: .client, digest: "")], schema: schema, release: "")
    #expect(snapshot.group("pro") == group)
    #expect(snapshot.group("basic") == nil)
    #expect(snapshot.offers(of: .winBack, on: "p").map(\.key) == ["a", "b"])
    #expect(snapshot.offers(of: .offerCode, on: "p") == [])
    #expect(snapshot.app.defaultLocale == "en")
    #expect(App(bundleId: "b", environments: [], locales: ["ja", "en"]).defaultLocale == "ja")
  }
}
