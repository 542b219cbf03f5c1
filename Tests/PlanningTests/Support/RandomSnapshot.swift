import PaywallCatalog
import TestSupport

/// A placement with several experiments in every stage.
enum RandomSnapshot {
  /// Returns the other snapshot with some parts drawn again.
  static func edited(_ other: Snapshot, _ random: inout SplitMix, edits: Int) -> Snapshot {
    var snapshot = other
    let fresh = new(&random)
    for _ in 0..<edits {
      switch random.below(6) {
      case 0: snapshot.placements = fresh.placements
      case 1: snapshot.paywalls["a"] = fresh.paywalls["a"]
      case 2: snapshot.audiences = fresh.audiences
      case 3: snapshot.holdout = fresh.holdout
      default:
        let id = "e\(random.below(5))"
        snapshot.experiments[id] = random.below(5) == 0 ? nil : fresh.experiments[id]
      }
    }
    return snapshot
  }

  static func new(_ random: inout SplitMix) -> Snapshot {
    var snapshot = Snapshot(
      app: App(bundleId: "a", environments: [.production], locales: ["en"]),
      schema: AttributeSchema(declared: [], groups: []), release: "")
    let countries = ["GB", "IE", "IN"]
    snapshot.audiences["here"] = Audience(
      name: "here",
      condition: .test(AttributeTest("country", [.equals(.string(countries[random.below(3)]))])))
    for id in ["a", "b", "c"] {
      snapshot.paywalls[id] = Paywall(
        id: id, products: [], content: [.init("headline", .integer(Int64(random.below(2))))])
    }
    func show() -> Show {
      random.below(5) == 0 ? .nothing : .paywall(["a", "b", "c"][random.below(3)])
    }
    let rules = (0..<random.below(3)).map { _ in
      Placement.Rule(audience: .audience("here"), show: show())
    }
    snapshot.placements["p"] = Placement(id: "p", rules: rules, default: show())
    snapshot.layers["l"] = Layer(name: "l", unit: .visitor, seed: "layer")
    if random.below(2) == 0, let share = BasisPoints(random.below(3000)) {
      snapshot.holdout = Holdout(share: share, seed: "held")
    }
    for number in 0..<5 {
      guard let start = BasisPoints(number * 2000), let end = BasisPoints(number * 2000 + 2000),
        let slice = Slice(start: start, end: end), let half = BasisPoints(5000),
        let traffic = BasisPoints(2000 + random.below(8000))
      else { continue }
      let isWon = random.below(2) == 0
      snapshot.experiments["e\(number)"] = Experiment(
        id: "e\(number)", status: ExperimentStatus.allCases[random.below(5)], placements: ["p"],
        audience: random.below(2) == 0 ? nil : .audience("here"), layer: "l", slice: slice,
        traffic: Traffic(traffic), seed: "seed-\(number)-\(random.below(2))",
        variants: [
          Variant(name: "control", share: half, shows: .everywhere(show())),
          Variant(
            name: "other", share: half,
            shows: random.below(2) == 0 ? .everywhere(show()) : .perPlacement(["p": show()])),
        ],
        schedule: TimeWindow(end: today.adding(milliseconds: Int64(random.below(3) - 1) * 1000)),
        after: isWon ? .winner : .keep,
        winner: isWon ? ["control", "other"][random.below(2)] : nil)
    }
    return snapshot
  }
}
