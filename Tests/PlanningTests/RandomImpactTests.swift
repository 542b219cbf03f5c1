import PaywallCatalog
import PaywallDecisions
import Planning
import TestSupport
import Testing

/// Leaving visitors out must change no number: random placements with several experiments in every
/// stage, compared with asking everybody about everything.
@Suite struct RandomImpactTests {
  @Test func `as many are affected as are counted one by one, whatever stands there`() {
    var random = SplitMix(state: 77)
    var touched = 0
    for round in 0..<150 {
      let base = snapshot(&random, edits: 0, of: nil)
      let head = snapshot(&random, edits: 1 + random.below(3), of: base)
      let population = Population.synthetic(
        for: base, head, count: 120, seed: UInt64(round), at: today)
      let compiled = [base, head].map { CompiledSnapshot($0) }
      let differing = population.members.count { member in
        let seen = compiled.map { snapshot in
          let visitor = snapshot.visitor(member.attributes, at: today).visitor
          let decision = snapshot.decide("p", for: visitor, at: today)
          let paywall: Paywall? =
            if case .paywall(let id) = decision.show { snapshot.snapshot.paywalls[id] } else { nil }
          let enrolled = decision.reason == .experiment ? decision.experiment : nil
          return Seen(
            show: decision.show, paywall: paywall, experiment: enrolled?.id,
            variant: enrolled?.variant)
        }
        return seen[0] != seen[1]
      }
      let counted = impact(from: base, to: head, population: population, at: today)
      #expect(counted.affected == differing)
      touched += differing
    }
    #expect(touched > 1000)
  }

  private struct Seen: Equatable {
    var show: Show
    var paywall: Paywall?
    var experiment: String?
    var variant: String?
  }

  /// A new one, or another with some parts drawn again.
  private func snapshot(_ random: inout SplitMix, edits: Int, of other: Snapshot?) -> Snapshot {
    guard var snapshot = other else { return new(&random) }
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

  private func new(_ random: inout SplitMix) -> Snapshot {
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
