import PaywallCatalog
import PaywallDecisions
import TestSupport
import Testing

/// Laws over random configurations and visitors.
struct RandomDecisionTests {
  @Test("An explanation and a decision never differ, nor two orders of the same files")
  func sameAnswer() {
    var random = RandomConfiguration(numbers: SplitMix(state: 7))
    for _ in 0..<150 {
      let snapshot = random.snapshot()
      let compiled = CompiledSnapshot(snapshot)
      let shuffled = CompiledSnapshot(random.shuffled(snapshot))
      for _ in 0..<20 {
        let asked = random.visitor()
        let visitor = compiled.visitor(
          asked.attributes, subscriber: asked.subscriber, at: asked.now
        ).visitor
        let again = shuffled.visitor(asked.attributes, subscriber: asked.subscriber, at: asked.now)
          .visitor
        for placement in ["a", "b", "unknown"] {
          let decision = compiled.decide(
            placement, for: visitor, records: asked.records, forced: asked.forced, at: asked.now)
          let explanation = compiled.explain(
            placement, for: visitor, records: asked.records, forced: asked.forced, at: asked.now)
          #expect(explanation.decision == decision)
          #expect(
            shuffled.decide(
              placement, for: again, records: asked.records.reversed(), forced: asked.forced,
              at: asked.now) == decision)
          if let until = decision.validUntil {
            #expect(until > asked.now)
            let last = compiled.decide(
              placement, for: visitor, records: asked.records, forced: asked.forced,
              at: until.adding(milliseconds: -1))
            #expect(last == decision)
          }
        }
      }
    }
  }
}

/// Configurations and visitors from fixed random numbers; small, so that things meet.
private struct RandomConfiguration {
  var numbers: SplitMix

  struct EvaluationContext {
    var attributes: [String: RawAttribute]
    var subscriber: SubscriberKnowledge
    var records: [RecordedAssignment]
    var forced: ForcedVariant?
    var now: Timestamp
  }

  mutating func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
  mutating func moment() -> Timestamp { Timestamp(milliseconds: Int64(below(100))) }

  mutating func window() -> TimeWindow {
    TimeWindow(start: chance(50) ? moment() : nil, end: chance(50) ? moment() : nil)
  }

  mutating func show() -> Show { chance(20) ? .nothing : .paywall("wall\(below(5))") }

  mutating func condition(_ depth: Int = 3) -> Condition {
    switch depth == 0 ? below(3) : below(6) {
    case 0: .audience(pick(["x", "y", "z", "everyone"]))
    case 1: .test(AttributeTest("country", [.oneOf([.string("GB"), .string("DE")])]))
    case 2:
      pick([
        .test(AttributeTest("sessions", [.atLeast(.integer(Int64(below(4))))])),
        .test(AttributeTest("appVersion", [.lessThan(version("\(below(3)).5"))])),
        .test(AttributeTest("subscription.ever", [.equals(.boolean(false))])),
        .test(AttributeTest("subscription.known", [.equals(.boolean(chance(50)))])),
        .test(AttributeTest("locale", [.exists(chance(50))])),
        .test(AttributeTest("locale", [.startsWith("de")])),
      ])
    case 3: .all((0..<below(3)).map { _ in condition(depth - 1) })
    case 4: .any((0..<below(3)).map { _ in condition(depth - 1) })
    default: .not(condition(depth - 1))
    }
  }

  mutating func experiment(_ number: Int) -> Experiment {
    let split = 1000 * (1 + below(9))
    let shares = [split, 10_000 - split].compactMap { BasisPoints($0) }
    let names = chance(50) ? ["control", "v"] : ["v", "control"]
    return Experiment(
      id: "e\(number)", status: pick(ExperimentStatus.allCases),
      placements: pick([["a"], ["b"], ["a", "b"]]), audience: chance(40) ? nil : condition(),
      layer: pick([nil, "one", "two"]), slice: pick([.whole, slice(0, 50), slice(40, 90)]),
      traffic: Traffic(pick([.all, percent(50), percent(90)])),
      unit: pick(PaywallCatalog.Unit.allCases),
      seed: chance(95) ? "seed\(number)" : nil, phase: 1 + below(2),
      variants: zip(names, shares).map { name, share in
        let perPlacement = chance(30)
        return Variant(
          name: name, share: share,
          shows: perPlacement ? .perPlacement(["a": show()]) : .everywhere(show()))
      },
      schedule: window(), whilePaused: pick(WhilePaused.allCases), after: pick(AfterEnd.allCases),
      winner: pick([nil, "v", "control"]), excludeEarlierPhases: chance(60))
  }

  mutating func placement(_ id: String) -> Placement {
    let rules = (0..<below(3)).map { _ in
      Placement.Rule(audience: condition(), show: show(), window: window())
    }
    return Placement(id: id, rules: rules, default: show())
  }

  mutating func snapshot() -> Snapshot {
    var audiences: [String: Audience] = [:]
    for name in ["x", "y", "z"] {
      audiences[name] = Audience(name: name, condition: condition())
    }
    var experiments: [String: Experiment] = [:]
    for number in 0..<below(6) { experiments["e\(number)"] = experiment(number) }
    return Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
      schema: AttributeSchema(
        declared: [Attribute(name: "sessions", type: .integer, origin: .declared)], groups: ["pro"]),
      audiences: audiences, placements: ["a": placement("a"), "b": placement("b")],
      fallback: .paywall("fallback"),
      layers: [
        "one": Layer(name: "one", unit: .visitor, seed: "layer1"),
        "two": Layer(name: "two", unit: .userId, seed: "layer2"),
      ],
      holdout: chance(50) ? Holdout(share: percent(20), seed: "held") : nil,
      experiments: experiments, release: "")
  }

  /// The same snapshot, its dictionaries built in another order and with other capacities.
  mutating func shuffled(_ snapshot: Snapshot) -> Snapshot {
    var copy = snapshot
    copy.audiences = numbers.shuffled(snapshot.audiences)
    copy.experiments = numbers.shuffled(snapshot.experiments)
    copy.placements = numbers.shuffled(snapshot.placements)
    copy.layers = numbers.shuffled(snapshot.layers)
    for id in copy.experiments.keys { copy.experiments[id]?.placements.reverse() }
    return copy
  }

  mutating func visitor() -> EvaluationContext {
    var attributes: [String: RawAttribute] = [:]
    if chance(70) { attributes["userId"] = pick([.text("u\(below(500))"), .text(""), .other]) }
    if chance(50) { attributes["anonymousId"] = .text("n\(below(500))") }
    if chance(80) { attributes["country"] = .text(pick(["GB", "DEU", "FR"])) }
    if chance(50) { attributes["sessions"] = .integer(Int64(below(5))) }
    if chance(50) { attributes["appVersion"] = .text("\(below(4)).\(below(9))") }
    if chance(50) { attributes["locale"] = .text(pick(["de-DE", "en"])) }
    let records = (0..<below(4)).map { _ in
      RecordedAssignment(
        experiment: "e\(below(7))", phase: 1 + below(2), variant: pick(["v", "control", "gone"]),
        unit: "u\(below(500))", unitKind: .visitor, recordedAt: moment())
    }
    var seen = Set<String>()
    return EvaluationContext(
      attributes: attributes,
      subscriber: pick([
        .unidentified, .unavailable, .known(.newcomer),
        .known(SubscriberFacts(groups: ["pro": GroupFacts(state: .expired, ever: true)])),
      ]),
      // At most one record per experiment and phase, as the ledger keeps them.
      records: records.filter { seen.insert("\($0.experiment) \($0.phase)").inserted },
      forced: chance(10) ? ForcedVariant(experiment: "e\(below(6))", variant: "v") : nil,
      now: moment())
  }
}
