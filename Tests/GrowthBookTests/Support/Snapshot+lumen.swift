import GrowthBook
import PaywallCatalog
import Serving

/// A moment; a typing error gives the beginning of time.
func time(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: .min)
}

func text(_ snapshot: Snapshot, at now: String = "2026-12-05T12:00:00Z") -> String {
  String(
    decoding: GrowthBookPayload(PublishedSnapshot(snapshot), at: time(now)).json, as: UTF8.self)
}

extension Snapshot {
  /// An experiment in a layer behind a holdout, with a private one and private rules beside it.
  static var lumen: Snapshot {
    Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en", "de"]),
      groups: [SubscriptionGroup(key: "pro", id: "21504291", levels: [["pro_yearly"]])],
      products: [
        "pro_yearly": Product(
          id: "pro_yearly", type: .autoRenewable, group: "pro", entitlements: ["entitlements"])
      ],
      keys: [APIKey(name: "ios", role: .client, digest: "00ff")],
      schema: AttributeSchema(
        declared: [Attribute(name: "employer", type: .string, origin: .declared)], groups: []),
      audiences: audiences,
      placements: [
        "onboarding": Placement(
          id: "onboarding",
          rules: [Placement.Rule(audience: .audience("britishIsles"), show: .nothing)],
          default: .paywall("standard")),
        "settings": Placement(
          id: "settings",
          rules: [
            Placement.Rule(audience: .audience("insiders"), show: .paywall("secret-wall"))
          ], default: .nothing),
      ],
      fallback: .paywall("standard"),
      layers: ["pricing": Layer(name: "pricing", unit: .visitor, seed: "51c0e8d2")],
      holdout: BasisPoints(500).map { Holdout(share: $0, seed: "4be01a77") },
      paywalls: paywalls,
      experiments: ["smaller": smaller, "private-test": hidden], release: "ab")
  }

  private static var audiences: [String: Audience] {
    let isles = Condition.test(
      AttributeTest("country", [.oneOf([.string("GB"), .string("IE")])]))
    let insiders = Condition.test(AttributeTest("employer", [.equals(.string("Lumen Ltd"))]))
    return [
      "britishIsles": Audience(name: "britishIsles", condition: isles, visibility: .public),
      "insiders": Audience(name: "insiders", condition: insiders),
    ]
  }

  private static var paywalls: [String: Paywall] {
    let headline = Content.localised([
      "en": .text("Unlock everything"), "de": .text("Alles freischalten"),
    ])
    return [
      "standard": Paywall(
        id: "standard", title: "title",
        products: [
          PaywallProduct(
            product: "pro_yearly",
            extra: .object([Content.Member("badge", .text("bestValue"))]))
        ], selected: "pro_yearly", content: [Content.Member("headline", headline)]),
      "lite": Paywall(id: "lite", products: []),
      "secret-wall": Paywall(id: "secret-wall", products: []),
    ]
  }

  private static var smaller: Experiment {
    var experiment = Experiment(
      id: "smaller", title: "title", hypothesis: "Smaller is better.",
      owner: "owner@example.com", status: .running, placements: ["onboarding"],
      audience: .audience("britishIsles"), layer: "pricing",
      slice: BasisPoints(4000).flatMap { Slice(start: .none, end: $0) } ?? .whole,
      traffic: Traffic(BasisPoints(2500) ?? .all), seed: "7f3a9c21", phase: 2,
      variants: [
        Variant(
          name: "control", share: BasisPoints(3333) ?? .all,
          shows: .everywhere(.paywall("standard"))),
        Variant(
          name: "lite", share: BasisPoints(6667) ?? .all, shows: .everywhere(.paywall("lite"))),
      ], visibility: .public)
    experiment.metrics = Metrics(primary: MetricGoal(.startRate))
    return experiment
  }

  private static var hidden: Experiment {
    var hidden = smaller
    hidden.id = "private-test"
    hidden.placements = ["settings"]
    hidden.visibility = .private
    return hidden
  }
}
