import PaywallCatalog
import PaywallDecisions
import TestSupport

/// Configurations by chance.
extension SplitMix {
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  mutating func moment() -> Timestamp {
    Timestamp(milliseconds: 1_790_000_000_000 + Int64(below(100)))
  }

  mutating func window() -> TimeWindow {
    TimeWindow(start: chance(50) ? moment() : nil, end: chance(50) ? moment() : nil)
  }

  mutating func show() -> Show { chance(20) ? .nothing : .paywall("wall\(below(5))") }

  mutating func share() -> BasisPoints { BasisPoints(below(10_001)) ?? .none }
}

/// Configurations with everything that may stand in a bundle; small, so that things meet.
extension SplitMix {
  private mutating func value() -> AttributeValue {
    pick([
      .string(pick(["GB", "é", "e\u{301}", "\u{0}\"\\\n", ""])), .integer(Int64(below(4))),
      .integer(.min), .number(Double(below(4))), .number(0.1), .number(-0.0), .boolean(chance(50)),
      Version("\(below(3)).5").map { .version($0) } ?? .boolean(true), .time(moment()),
      .list(["a", ""]),
    ])
  }

  private mutating func test() -> Condition {
    let names = ["country", "sessions", "appVersion", "locale", "tags", "subscription.ever"]
    let operators: [AttributeTest.Operator] = [
      .equals(value()), .oneOf([value(), value()]), .atLeast(.integer(Int64(below(4)))),
      .atMost(value()), .moreThan(value()), .lessThan(value()), .before(moment()),
      .after(moment()), .contains("e"), .startsWith("d"), .endsWith(""), .exists(chance(50)),
      .oneOf([.string("GB"), .string("DE")]), .exists(true),
    ]
    return .test(AttributeTest(pick(names), chance(80) ? [pick(operators)] : operators))
  }

  private mutating func condition(_ depth: Int = 3, names: [String]) -> Condition {
    switch depth == 0 ? below(2) : below(5) {
    case 0: .audience(pick(names))
    case 1: test()
    case 2: .all((0..<below(3)).map { _ in condition(depth - 1, names: names) })
    case 3: .any((0..<below(3)).map { _ in condition(depth - 1, names: names) })
    default: .not(condition(depth - 1, names: names))
    }
  }

  mutating func content(_ depth: Int = 3) -> Content {
    switch below(depth == 0 ? 7 : 11) {
    case 0: .null
    case 1: .boolean(chance(50))
    case 2: .integer(Int64(truncatingIfNeeded: next()))
    case 3: .number(Double(below(9)))
    case 4: .number(Double(bitPattern: next() & ~(1 << 62)))
    case 5: .text(pick(["", "Alles freischalten", "„é”\u{1F600}", "\u{7F}\u{0}\u{1F}\t/\\\""]))
    case 6: .text("\(below(100))")
    case 7: .list((0..<below(3)).map { _ in content(depth - 1) })
    case 8: .localised(["en": content(depth - 1), "de": content(depth - 1)])
    case 9: .object([.init(pick(["$localised", "$$localised", "$"]), content(depth - 1))])
    default:
      .object((0..<below(4)).map { .init("\(pick(["z", "a", "é"]))\($0)", content(depth - 1)) })
    }
  }

  /// One share, or one that grows.
  private mutating func traffic() -> Traffic {
    var traffic = Traffic(share())
    var (moment, last) = (Timestamp(milliseconds: Int64(below(1_000_000))), traffic.first.value)
    for _ in 0..<(chance(50) ? 0 : 1 + below(3)) {
      moment = moment.adding(milliseconds: 1 + Int64(below(1_000_000)))
      last += below(10_001 - last)
      if let share = BasisPoints(last) { traffic.steps.append(.init(from: moment, share: share)) }
    }
    return traffic
  }

  private mutating func experiment(_ number: Int) -> Experiment {
    let split = 1000 * (1 + below(9))
    let shares = [split, 10_000 - split].compactMap { BasisPoints($0) }
    return Experiment(
      id: "e\(number)", title: "Secret", status: pick(ExperimentStatus.allCases),
      placements: pick([["a"], ["b"], ["a", "b"]]),
      audience: chance(40) ? nil : condition(names: ["x", "everyone"]),
      layer: pick([nil, "one", "two"]),
      slice: Slice(start: share(), end: share()) ?? .whole, traffic: traffic(),
      unit: pick(PaywallCatalog.Unit.allCases), seed: chance(95) ? "seed\(number)" : nil,
      phase: 1 + below(2),
      variants: zip(["control", "v"], shares).map { name, share in
        Variant(
          name: name, share: share,
          shows: chance(30)
            ? .perPlacement(["a": show(), "b": show()]) : .everywhere(show()))
      },
      schedule: window(), whilePaused: pick(WhilePaused.allCases), after: pick(AfterEnd.allCases),
      winner: pick([nil, "v", "control"]), excludeEarlierPhases: chance(60),
      visibility: chance(80) ? .public : .private)
  }

  private mutating func placement(_ id: String) -> Placement {
    let rules = (0..<below(4)).map { _ in
      Placement.Rule(
        audience: condition(names: ["x", "y", "z", "everyone"]), show: show(), window: window(),
        visibility: pick([nil, .public, .private]))
    }
    return Placement(id: id, rules: rules, default: show())
  }

  private mutating func offer(_ number: Int) -> Offer {
    Offer(
      key: "o\(number)", id: "offer \(number)", kind: pick(OfferKind.allCases),
      products: ["p0", "p1"], billingPlan: pick(BillingPlan.allCases),
      payment: pick([nil] + OfferPayment.allCases),
      period: pick([nil, Period(months: 1), Period(days: 7_999_993), Period(months: 1, days: 7)]),
      cycles: 1 + below(3), audience: chance(50) ? nil : condition(names: ["x", "z"]),
      limit: OfferLimit(perDay: 5), window: window(), again: chance(20),
      winBack: chance(30) ? WinBackTerms(paidFor: Period(months: 6), appStoreId: 7) : nil,
      code: chance(30)
        ? OfferCodeTerms(customers: [.new], url: chance(50) ? "https://example.com/?c=1" : nil)
        : nil)
  }

  mutating func snapshot() -> Snapshot {
    var snapshot = Snapshot(
      app: App(
        bundleId: "com.example.lumen", environments: [.production, .sandbox],
        locales: ["en", "de"]),
      groups: [SubscriptionGroup(key: "pro", id: "21504291", levels: [["p1"], ["p0"]])],
      schema: AttributeSchema(
        declared: [
          Attribute(name: "sessions", type: .integer, origin: .declared),
          Attribute(name: "tags", type: .list, values: ["a", "é"], origin: .declared),
        ], groups: ["pro"]),
      placements: ["a": placement("a"), "b": placement("b")], fallback: show(),
      layers: [
        "one": Layer(name: "one", unit: .visitor, seed: "layer1"),
        "two": Layer(name: "two", unit: .userId, seed: "layer2"),
      ],
      holdout: chance(50) ? Holdout(share: share(), seed: "held") : nil, release: "\(next())")
    for name in ["x", "y", "z"] {
      snapshot.audiences[name] = Audience(
        name: name, condition: name == "x" ? test() : condition(names: ["x", "everyone"]),
        visibility: name == "y" ? .private : .public)
    }
    for number in 0..<below(6) { snapshot.experiments["e\(number)"] = experiment(number) }
    for number in 0..<4 { snapshot.offers["o\(number)"] = offer(number) }
    for number in 0..<2 {
      snapshot.products["p\(number)"] = Product(
        id: "p\(number)", type: .autoRenewable, group: "pro", period: Period(months: 1),
        isFamilyShareable: chance(50))
    }
    for number in 0..<5 {
      snapshot.paywalls["wall\(number)"] = Paywall(
        id: "wall\(number)",
        products: (0...below(2)).map { index in
          PaywallProduct(
            product: "p\(index)", billingPlan: pick(BillingPlan.allCases),
            offers: ["o0", "o\(1 + below(3))"],
            extra: chance(50) ? content() : nil)
        }, selected: chance(50) ? "p0" : nil,
        content: (0..<below(4)).map { .init("m\($0)", content()) })
    }
    return snapshot
  }

  /// The same snapshot, its dictionaries built in another order and with other capacities.
  mutating func shuffled(_ snapshot: Snapshot) -> Snapshot {
    var copy = snapshot
    copy.audiences = shuffled(snapshot.audiences)
    copy.experiments = shuffled(snapshot.experiments)
    copy.placements = shuffled(snapshot.placements)
    copy.layers = shuffled(snapshot.layers)
    copy.paywalls = shuffled(snapshot.paywalls)
    copy.products = shuffled(snapshot.products)
    copy.offers = shuffled(snapshot.offers)
    return copy
  }

  mutating func attributes() -> [String: RawAttribute] {
    var attributes: [String: RawAttribute] = [:]
    if chance(80) { attributes["userId"] = .text("u\(below(100_000))") }
    if chance(50) { attributes["anonymousId"] = .text("n\(below(100_000))") }
    if chance(80) { attributes["country"] = .text(pick(["GB", "DE", "IE", "IN", "FR"])) }
    if chance(50) { attributes["platform"] = .text(pick(["iOS", "macOS"])) }
    if chance(50) { attributes["sessions"] = .integer(Int64(below(12))) }
    if chance(50) { attributes["appVersion"] = .text("\(below(5)).\(below(9))") }
    if chance(50) { attributes["locale"] = .text(pick(["de-DE", "en"])) }
    if chance(50) {
      attributes["firstSeen"] = .text(pick(["2026-11-01T00:00Z", "2026-12-01T00:00Z"]))
    }
    return attributes
  }
}
