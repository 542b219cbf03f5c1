import PaywallCatalog
import PaywallDecisions

/// A moment of the tests; a typing error gives the beginning of time, at which nothing runs.
func at(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: .min)
}

func percent(_ number: Int) -> BasisPoints { BasisPoints(number * 100) ?? .none }

func version(_ text: String) -> AttributeValue {
  Version(text).map { .version($0) } ?? .string(text)
}

/// A moment in the middle of the schedule of `annualTrial`.
let noon = at("2026-12-10T12:00Z")

func slice(_ start: Int, _ end: Int) -> Slice {
  Slice(start: percent(start), end: percent(end)) ?? .whole
}

/// The experiment of DecisionRules.md § 9.
func annualTrial(_ change: (inout Experiment) -> Void = { _ in }) -> Experiment {
  var experiment = Experiment(
    id: "annual-trial", status: .running, placements: ["onboarding"],
    audience: .audience("britishIsles"), layer: "pricing", slice: slice(0, 40),
    traffic: Traffic(percent(50)), seed: "7f3a9c21",
    variants: [
      Variant(name: "control", share: percent(50), shows: .everywhere(.paywall("standard"))),
      Variant(name: "trial", share: percent(50), shows: .everywhere(.paywall("standard-trial"))),
    ],
    schedule: TimeWindow(start: at("2026-12-01T09:00Z"), end: at("2026-12-22T09:00Z")),
    winner: "trial")
  change(&experiment)
  return experiment
}

/// A second experiment, in another slice and with another seed.
func design(_ change: (inout Experiment) -> Void = { _ in }) -> Experiment {
  annualTrial {
    $0.id = "design"
    $0.seed = "0badcafe"
    $0.slice = slice(40, 100)
    $0.variants[1] = Variant(
      name: "bold", share: percent(50), shows: .everywhere(.paywall("bold")))
    $0.winner = nil
    change(&$0)
  }
}

/// The example of DecisionRules.md § 9 around these experiments.
func snapshot(
  _ experiments: [Experiment], holdout: BasisPoints? = percent(5),
  change: (inout Snapshot) -> Void = { _ in }
) -> Snapshot {
  let rules = [
    Placement.Rule(
      audience: .test(AttributeTest("country", [.oneOf([.string("IN"), .string("BR")])])),
      show: .paywall("lite"),
      window: TimeWindow(start: at("2026-11-25T00:00Z"), end: at("2026-12-20T00:00Z"))),
    Placement.Rule(
      audience: .test(AttributeTest("platform", [.equals(.string("macOS"))])), show: .nothing),
  ]
  var snapshot = Snapshot(
    app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
    groups: [SubscriptionGroup(key: "pro", id: "21504291", levels: [["pro_yearly"]])],
    products: [
      "pro_yearly": Product(id: "pro_yearly", type: .autoRenewable, group: "pro")
    ],
    schema: AttributeSchema(
      declared: [
        Attribute(name: "planInterest", type: .string, origin: .declared),
        Attribute(name: "sessions", type: .integer, origin: .declared),
        Attribute(name: "score", type: .number, origin: .declared),
        Attribute(name: "beta", type: .boolean, origin: .declared),
        Attribute(name: "tags", type: .list, origin: .declared),
      ], groups: ["pro"]),
    audiences: [
      "britishIsles": Audience(
        name: "britishIsles",
        condition: .test(AttributeTest("country", [.oneOf([.string("GB"), .string("IE")])])))
    ],
    placements: [
      "onboarding": Placement(id: "onboarding", rules: rules, default: .paywall("plain")),
      "settings": Placement(id: "settings", default: .nothing),
    ],
    fallback: .paywall("fallback"),
    layers: ["pricing": Layer(name: "pricing", unit: .visitor, seed: "51c0e8d2")],
    holdout: holdout.map { Holdout(share: $0, seed: "4be01a77") },
    experiments: Dictionary(experiments.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
    release: "")
  change(&snapshot)
  return snapshot
}

extension CompiledSnapshot {
  init(
    _ experiments: Experiment..., holdout: BasisPoints? = percent(5),
    change: (inout Snapshot) -> Void = { _ in }
  ) {
    self.init(PaywallDecisionsTests.snapshot(experiments, holdout: holdout, change: change))
  }

  /// A visitor from Britain, unless said otherwise.
  func visitor(
    _ userId: String?, country: String = "GB", platform: String = "iOS",
    _ more: [String: RawAttribute] = [:], subscriber: SubscriberKnowledge = .unidentified
  ) -> Visitor {
    var attributes: [String: RawAttribute] = [
      "country": .text(country), "platform": .text(platform),
    ]
    attributes["userId"] = userId.map { .text($0) }
    return visitor(
      attributes.merging(more) { $1 }, subscriber: subscriber, at: noon
    ).visitor
  }

  /// The decision at `onboarding`, in short: `experiment annual-trial/trial standard-trial`.
  func shows(
    _ visitor: Visitor, records: [RecordedAssignment] = [], forced: ForcedVariant? = nil,
    placement: String = "onboarding", at now: Timestamp = noon
  ) -> String {
    decide(placement, for: visitor, records: records, forced: forced, at: now).short
  }
}

extension Decision {
  var short: String {
    var words = [reason.name]
    if case .rule(let number) = reason { words.append(String(number)) }
    if let experiment {
      words.append("\(experiment.id)/\(experiment.variant)")
      if experiment.recorded { words.append("recorded") }
      if experiment.phase > 1 { words.append("phase \(experiment.phase)") }
    }
    switch show {
    case .paywall(let id): words.append(id)
    case .nothing: words.append("nothing")
    }
    if let notEnrolled { words.append("(\(notEnrolled.rawValue))") }
    if isDegraded { words.append("degraded") }
    return words.joined(separator: " ")
  }
}

func record(
  _ experiment: String, _ variant: String, phase: Int = 1, unit: String = "user-7",
  at moment: String = "2026-12-02T00:00Z"
) -> RecordedAssignment {
  RecordedAssignment(
    experiment: experiment, phase: phase, variant: variant, unit: unit, unitKind: .visitor,
    recordedAt: at(moment))
}
