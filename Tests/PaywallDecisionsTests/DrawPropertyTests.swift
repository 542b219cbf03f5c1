import PaywallCatalog
import PaywallDecisions
import TestSupport
import Testing

/// Laws of the draws, over fixed random numbers.
struct DrawPropertyTests {
  private static let visitors = 20_000

  /// An experiment for everyone, without a layer.
  private func open(_ id: String, seed: String, change: (inout Experiment) -> Void = { _ in })
    -> Experiment
  {
    annualTrial {
      $0.id = id
      $0.seed = seed
      $0.audience = nil
      $0.layer = nil
      $0.traffic = .all
      $0.schedule = .always
      change(&$0)
    }
  }

  /// The variant that each visitor is enrolled in.
  private func draws(_ experiment: Experiment, holdout: BasisPoints? = nil) -> [String?] {
    let compiled = CompiledSnapshot(experiment, holdout: holdout)
    return Self.everybody.map {
      compiled.decide("onboarding", for: $0, at: noon).experiment?.variant
    }
  }

  /// The visitors, prepared once: the snapshots of these laws differ in nothing that attributes are
  /// read by.
  private static let everybody: [Visitor] = {
    var numbers = SplitMix(state: 2026)
    let compiled = CompiledSnapshot()
    return (0..<visitors).map { _ in
      let id = String(numbers.next(), radix: 36)
      return compiled.visitor(["userId": .text(id)], at: noon).visitor
    }
  }()

  @Test("Raising traffic moves nobody")
  func traffic() throws {
    var before: [String?] = []
    for share in [100, 2500, 2501, 5000, 9999, 10_000] {
      let share = try #require(BasisPoints(share))
      let after = draws(open("e", seed: "raise") { $0.traffic = Traffic(share) })
      for (old, new) in zip(before, after) where old != nil { #expect(old == new) }
      before = after
    }
    #expect(before.allSatisfy { $0 != nil })
  }

  @Test("Moving the end of a slice moves nobody who is in it")
  func sliceEnd() throws {
    func drawn(_ end: Int) -> [String?] {
      draws(
        open("e", seed: "grow") {
          $0.layer = "pricing"
          $0.slice = slice(10, end)
        })
    }
    for (old, new) in zip(drawn(30), drawn(70)) where old != nil { #expect(old == new) }
  }

  @Test("Disjoint slices of a layer never share a visitor")
  func slices() {
    let bounds = [0, 15, 16, 50, 51, 100]
    let members = zip(bounds, bounds.dropFirst()).map { start, end in
      draws(
        open("e\(start)", seed: "seed\(start)") {
          $0.layer = "pricing"
          $0.slice = slice(start, end)
        })
    }
    for visitor in 0..<Self.visitors {
      #expect(members.filter { $0[visitor] != nil }.count == 1)
    }
  }

  @Test("Twelve experiments are pairwise independent, within five sigma")
  func independence() {
    let inTrial = (0..<12).map { number in
      draws(open("e\(number)", seed: "independent-\(number)")).map { $0 == "trial" }
    }
    // Two of n fair coins agree n/2 times with a standard deviation of √n/2.
    let expected = Double(Self.visitors) / 2
    let sigma = Double(Self.visitors).squareRoot() / 2
    for left in 0..<12 {
      for right in 0..<left {
        let agreeing = zip(inTrial[left], inTrial[right]).filter { $0 == $1 }.count
        #expect(abs(Double(agreeing) - expected) < 5 * sigma)
      }
    }
  }

  @Test("Slice, variant and holdout are drawn independently, within five sigma")
  func purposes() {
    let unsliced = draws(open("e", seed: "purposes")).map { $0 == "trial" }
    let sliced = draws(
      open("e", seed: "purposes") {
        $0.layer = "pricing"
        $0.slice = slice(0, 50)
      })
    let held = draws(open("e", seed: "purposes"), holdout: percent(50))
    for taken in [sliced, held] {
      let agreeing = zip(unsliced, taken).filter { $0 == ($1 != nil) }.count
      let sigma = Double(Self.visitors).squareRoot() / 2
      #expect(abs(Double(agreeing) - Double(Self.visitors) / 2) < 5 * sigma)
    }
  }

  @Test("Shares, traffic and holdout are met within four sigma")
  func shares() throws {
    func expect(_ count: Int, _ probability: Double) {
      let mean = Double(Self.visitors) * probability
      let sigma = (mean * (1 - probability)).squareRoot()
      #expect(abs(Double(count) - mean) < 4 * sigma)
    }
    let widths = [("control", 1000), ("b", 2500), ("c", 6500)]
    let experiment = open("e", seed: "shares") { experiment in
      experiment.traffic = Traffic(percent(40))
      experiment.variants = widths.compactMap { name, share in
        BasisPoints(share).map {
          Variant(name: name, share: $0, shows: .everywhere(.nothing))
        }
      }
    }
    let drawn = draws(experiment)
    for (name, share) in widths {
      expect(drawn.filter { $0 == name }.count, Double(share) / 10_000 * 0.4)
    }
    expect(drawn.filter { $0 == nil }.count, 0.6)
    let held = draws(open("e", seed: "held"), holdout: percent(5))
    expect(held.filter { $0 == nil }.count, 0.05)
  }
}
