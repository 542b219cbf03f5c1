import ExperimentResults
import PaywallCatalog
import PaywallDecisions
@testable import Planning
import TestSupport
import Testing

struct SimulationTests {
  static func trial(_ change: (inout Experiment) -> Void = { _ in }) -> Experiment {
    Simulated.experiment("trial") {
      $0.layer = "pricing"
      $0.slice = Simulated.slice(0, 4000)
      $0.traffic = Traffic(Simulated.points(5000))
      change(&$0)
    }
  }

  /// Counts the decisions for the same visitors.
  static func decided(_ snapshot: Snapshot, _ id: String, _ visitors: Int) -> [String: Int] {
    let compiled = CompiledSnapshot(snapshot)
    var counts: [String: Int] = [:]
    for number in 1...visitors {
      let name = RawAttribute.text(Simulation.id(number))
      let visitor = compiled.visitor(
        ["userId": name, "anonymousId": name], at: Simulated.now
      ).visitor
      let decision = compiled.decide(id, for: visitor, at: Simulated.now)
      let word =
        decision.experiment?.variant ?? decision.notEnrolled?.rawValue ?? decision.reason.name
      counts[word, default: 0] += 1
    }
    return counts
  }

  @Test(
    "agrees with the decisions of 10,000 visitors",
    arguments: [
      (trial(), 500), (trial { $0.layer = nil }, 500), (trial(), nil),
      (Simulated.experiment("trial", shares: [3333, 3333, 3334]), 1000),
      (Simulated.experiment("trial", shares: [9999, 1]), 0),
      (trial { $0.unit = .anonymousId }, 2500), (trial { $0.unit = .userId }, 10_000),
    ] as [(Experiment, Int?)])
  func differential(experiment: Experiment, holdout: Int?) throws {
    let snapshot = Simulated.snapshot([experiment], holdout: holdout)
    let simulation = try snapshot.simulate(
      experiment: "trial", visitors: 10_000, at: Simulated.now)
    let decided = Self.decided(snapshot, "trial", 10_000)
    for arm in simulation.arms { #expect(arm.visitors == decided[arm.variant] ?? 0) }
    #expect(simulation.heldOut == decided["heldOut"] ?? 0)
    #expect(simulation.outsideSlice + simulation.outsideTraffic == decided["default"] ?? 0)
    #expect(
      simulation.outsideSlice + simulation.outsideTraffic + simulation.heldOut
        + simulation.enrolled == 10_000)
  }

  @Test("agrees with decisions on who is in another experiment too")
  func overlapDifferential() throws {
    let other = Simulated.experiment("other") {
      $0.layer = "wording"
      $0.slice = Simulated.slice(2000, 9000)
    }
    let free = Simulated.experiment("free") { $0.traffic = Traffic(Simulated.points(3000)) }
    let snapshot = Simulated.snapshot([Self.trial(), other, free], holdout: 500)
    let simulation = try snapshot.simulate(
      experiment: "trial", visitors: 10_000, at: Simulated.now)
    let compiled = CompiledSnapshot(snapshot)
    var shared = ["free": 0, "other": 0]
    for number in 1...10_000 {
      let visitor = compiled.visitor(
        ["userId": .text(Simulation.id(number))], at: Simulated.now
      ).visitor
      func isEnrolled(_ id: String) -> Bool {
        compiled.decide(id, for: visitor, at: Simulated.now).experiment != nil
      }
      guard isEnrolled("trial") else { continue }
      for id in ["free", "other"] where isEnrolled(id) { shared[id, default: 0] += 1 }
    }
    #expect(simulation.overlaps.map(\.experiment) == ["free", "other"])
    #expect(simulation.overlaps.map(\.shared) == [shared["free"], shared["other"]])
    #expect(simulation.overlaps.allSatisfy { $0.shared > 100 && $0.exclusion == nil })
  }

  @Test("says which experiments never share a visitor, and why")
  func exclusions() throws {
    let neighbour = Simulated.experiment("neighbour") {
      $0.layer = "pricing"
      $0.slice = Simulated.slice(4000, 10_000)
    }
    let meeting = Simulated.experiment("meeting") { $0.placements = ["trial", "export"] }
    let ended = Simulated.experiment("ended") { $0.status = .stopped }
    let draft = Simulated.experiment("draft") { $0.status = .draft }
    let snapshot = Simulated.snapshot([Self.trial(), neighbour, meeting, ended, draft])
    let overlaps = try snapshot.simulate(experiment: "trial", visitors: 1000, at: Simulated.now)
      .overlaps
    #expect(overlaps.map(\.experiment) == ["meeting", "neighbour"])
    #expect(overlaps.map(\.exclusion) == [.audiences, .layer("pricing")])
    #expect(overlaps.map(\.shared) == [0, 0])
    #expect(overlaps.map(\.placements) == [["trial"], []])
  }

  @Test("counts both of two slices that follow each other in time")
  func followingSlices() throws {
    let first = Simulated.experiment("first") { $0.layer = "wording" }
    let second = Simulated.experiment("second") { $0.layer = "wording" }
    let overlaps = try Simulated.snapshot([Self.trial(), first, second]).simulate(
      experiment: "trial", visitors: 1000, at: Simulated.now
    )
    #expect(overlaps.overlaps.map(\.shared) == [overlaps.enrolled, overlaps.enrolled])
  }

  @Test("treats a draft as running, with a seed that stands in or is given")
  func draft() throws {
    let draft = Self.trial {
      $0.status = .draft
      $0.seed = nil
    }
    let snapshot = Simulated.snapshot([draft])
    let fallbackSeed = try snapshot.simulate(experiment: "trial", visitors: 5000, at: Simulated.now)
    #expect(fallbackSeed.usesFallbackSeed && fallbackSeed.stage == .draft)
    #expect(fallbackSeed.seed == "simulated-trial")
    let given = try snapshot.simulate(
      experiment: "trial", visitors: 5000, seed: "seed-trial", at: Simulated.now)
    let running = try Simulated.snapshot([Self.trial()]).simulate(
      experiment: "trial", visitors: 5000, seed: "ignored", at: Simulated.now)
    #expect(given.arms == running.arms)
    #expect(running.seed == "seed-trial" && !running.usesFallbackSeed)
  }

  @Test("keeps to the widths, and tests against them and not against the shares")
  func widths() throws {
    // 33.33 % of 10 % is open in 333 buckets, 33.34 % in 333 as well.
    let experiment = Simulated.experiment("trial", shares: [3333, 3333, 3334]) {
      $0.traffic = Traffic(Simulated.points(1000))
    }
    let simulation = try Simulated.snapshot([experiment], holdout: 500).simulate(
      experiment: "trial", visitors: 200_000, at: Simulated.now)
    #expect(simulation.arms.map(\.openWidth) == [333, 333, 333])
    #expect(simulation.sampleRatio.degreesOfFreedom == 2)
    #expect(simulation.sampleRatio.verdict == .balanced)
    #expect(abs(simulation.enrolmentRate - 0.0999 * 0.95) < 1e-12)
    let rate = Double(simulation.enrolled) / 200_000
    // Five standard errors.
    #expect(abs(rate - simulation.enrolmentRate) < 5 * (0.095 * 0.905 / 200_000).squareRoot())
  }

  /// 10 %, 30 % after two days, and all after ten.
  private static let growing = trial {
    $0.traffic = Traffic(
      Simulated.points(1000),
      steps: [(2, 3000), (10, 10_000)].map {
        .init(
          from: Simulated.now.adding(milliseconds: $0.0 * Timestamp.day),
          share: Simulated.points($0.1))
      })
  }

  @Test(
    "of traffic that grows decides for each visitor at the moment of their arrival",
    arguments: [(nil, 24.0), (1000, 20), (5000, 4), (20_000, 1)] as [(Double?, Double)])
  func growing(perDay: Double?, days: Double) throws {
    let count = 20_000
    let snapshot = Simulated.snapshot([Self.growing], holdout: 500)
    let simulation = try snapshot.simulate(
      experiment: "trial", visitors: count, perDay: perDay, at: Simulated.now)
    let compiled = CompiledSnapshot(snapshot)
    var enrolled: [String: Int] = [:]
    for number in 1...count {
      let passed = Double(number - 1) / Double(count) * days * Double(Timestamp.day)
      let now = Simulated.now.adding(milliseconds: Int64(passed))
      let visitor = compiled.visitor(["userId": .text(Simulation.id(number))], at: now).visitor
      if let found = compiled.decide("trial", for: visitor, at: now).experiment {
        enrolled[found.variant, default: 0] += 1
      }
    }
    for arm in simulation.arms { #expect(arm.visitors == enrolled[arm.variant]) }
    let rate = Double(simulation.enrolled) / Double(count)
    #expect(abs(rate - simulation.enrolmentRate) < 0.01)
    #expect(simulation.text().contains("Its traffic grows by steps (10% at first, 30% from"))
  }

  /// The visitors of the first 12 days are drawn, of 20,000 at 1,000 a day, and not those of the 8
  /// days after the end.
  @Test("of traffic that grows draws no visitor who arrives after the end")
  func growingUntilTheEnd() throws {
    var ending = Self.growing
    ending.schedule.end = Simulated.now.adding(milliseconds: 12 * Timestamp.day)
    let simulation = try Simulated.snapshot([ending]).simulate(
      experiment: "trial", visitors: 20_000, perDay: 1000, at: Simulated.now)
    #expect(simulation.visitors == 12_000)
    #expect(
      simulation.outsideSlice + simulation.outsideTraffic + simulation.heldOut + simulation.enrolled
        == 12_000)
    // 10 % of 2,000, 30 % of 8,000 and all of 2,000, of which 40 % are in the slice.
    #expect(abs(simulation.enrolmentRate - 4600.0 / 12_000 * 0.4) < 1e-12)
    #expect(
      simulation.text(width: 1000).contains(
        "8,000 more visitors would arrive after its end, and are not drawn."))
  }

  @Test("of traffic that grows says how many days it takes, share by share")
  func daysOfGrowth() throws {
    let simulation = try Simulated.snapshot([Self.growing]).simulate(
      experiment: "trial", visitors: 1, at: Simulated.now)
    // 10,000 a day, 40 % of them in the slice: 400 a day, then 1,200, then 4,000.
    #expect(simulation.growth?.days(for: 400, perDay: 10_000) == 1)
    #expect(simulation.growth?.days(for: 800 + 2400, perDay: 10_000) == 4)
    #expect(simulation.growth?.days(for: 800 + 9600 + 12_000, perDay: 10_000) == 13)
  }

  @Test("of traffic that has grown is of its last step")
  func grown() throws {
    func simulation(_ traffic: Traffic) throws -> Simulation {
      try Simulated.snapshot([Simulated.experiment("trial") { $0.traffic = traffic }]).simulate(
        experiment: "trial", visitors: 20_000, at: Simulated.now)
    }
    let half = Simulated.points(5000)
    let grown = try simulation(Traffic(.none, steps: [.init(from: Simulated.now, share: half)]))
    #expect(try simulation(Traffic(half)) == grown)
    #expect(grown.growth == nil && grown.enrolled > 0)
  }

  @Test("raising traffic takes nobody out, whatever the configuration")
  func ramping() throws {
    var numbers = SplitMix(state: 5)
    for round in 0..<40 {
      let split = Int.random(in: 1000...9000, using: &numbers)
      let low = Int.random(in: 100...5000, using: &numbers)
      var counts: [[Int]] = []
      for traffic in [low, low + 1000, 10_000] {
        let experiment = Simulated.experiment("e", shares: [split, 10_000 - split]) {
          $0.seed = "s\(round)"
          $0.traffic = Traffic(Simulated.points(traffic))
        }
        counts.append(
          try Simulated.snapshot([experiment]).simulate(
            experiment: "e", visitors: 3000, at: Simulated.now
          ).arms.map(\.visitors))
      }
      #expect(zip(counts[0], counts[1]).allSatisfy { $0 <= $1 })
      #expect(zip(counts[1], counts[2]).allSatisfy { $0 <= $1 })
      #expect(counts[2].reduce(0, +) == 3000)
    }
  }

  @Test("gives ids of seven digits, and more where there are more visitors")
  func ids() {
    #expect(Simulation.id(1) == "sim-0000001")
    #expect(Simulation.id(10_000) == "sim-0010000")
    #expect(Simulation.id(9_999_999) == "sim-9999999")
    #expect(Simulation.id(100_000_000) == "sim-100000000")
  }

  @Test("refuses what cannot be simulated")
  func refusals() {
    let snapshot = Simulated.snapshot([Self.trial()])
    #expect(throws: SimulationRefusal.unknownExperiment("trail")) {
      try snapshot.simulate(experiment: "trail", visitors: 10, at: Simulated.now)
    }
    for visitors in [0, -5, 100_000_001] {
      #expect(throws: SimulationRefusal.invalidVisitors(visitors)) {
        try snapshot.simulate(experiment: "trial", visitors: visitors, at: Simulated.now)
      }
    }
    #expect(
      SimulationRefusal.invalidVisitors(-5).text
        == "-5 visitors cannot be simulated; ask for 1 to 100,000,000")
  }

  @Test("tells how far it is, to the end")
  func progress() throws {
    var told: [Int] = []
    _ = try Simulated.snapshot([Self.trial()]).simulate(
      experiment: "trial", visitors: 40_000, at: Simulated.now, progress: { told.append($0) })
    #expect(told == [9_999, 19_999, 29_999, 39_999, 40_000])
  }

  @Test("an experiment with 10,000 variants, or in no layer that there is, is simulated as well")
  func extremes() throws {
    let wide = Simulated.experiment("wide", shares: Array(repeating: 1, count: 10_000))
    let simulation = try Simulated.snapshot([wide]).simulate(
      experiment: "wide", visitors: 500, at: Simulated.now)
    #expect(simulation.enrolled == 500)
    #expect(simulation.sampleRatio.verdict == .tooFewVisitors)
    #expect(simulation.text().split(separator: "\n").allSatisfy { $0.count <= 80 })
    let lost = Simulated.experiment("lost") { $0.layer = "gone" }
    let none = try Simulated.snapshot([lost]).simulate(
      experiment: "lost", visitors: 100, at: Simulated.now)
    #expect(none.outsideSlice == 100)
    #expect(none.sampleRatio.p == 1)
  }
}
