import PaywallCatalog
import PaywallDecisions
import Planning
import TestSupport
import Testing

@Suite struct PopulationTests {
  @Test func `one seed gives one population, with ids of their own`() throws {
    let lumen = try Folder.lumen.load()
    let one = Population.synthetic(for: lumen, lumen, count: 500, seed: 3, at: today)
    let again = Population.synthetic(for: lumen, lumen, count: 500, seed: 3, at: today)
    let other = Population.synthetic(for: lumen, lumen, count: 500, seed: 4, at: today)
    #expect(one.members == again.members)
    #expect(one.members != other.members)
    #expect(one.members.count == 500)
    let ids = one.members.map { [$0.attributes["userId"], $0.attributes["anonymousId"]] }
    #expect(Set(ids).count == 500)
    #expect(!ids.contains([nil, nil]))
    #expect(one.uncovered == [])
  }

  @Test func `both sides of every audience and every rule are there`() throws {
    let lumen = try Folder.lumen.load()
    let population = Population.synthetic(for: lumen, lumen, count: 200, seed: 1, at: today)
    // Each named audience has a placement of its own.
    var probing = lumen
    probing.experiments = [:]
    for audience in lumen.audiences.values {
      probing.placements[audience.name] = Placement(
        id: audience.name,
        rules: [.init(audience: .audience(audience.name), show: .paywall("lite"))],
        default: .nothing)
    }
    let compiled = CompiledSnapshot(probing)
    for placement in probing.placements.values {
      let reasons = population.members.map { member in
        let visitor = compiled.visitor(member.attributes, subscriber: member.subscriber, at: today)
        #expect(visitor.issues == [])
        return compiled.decide(placement.id, for: visitor.visitor, at: today).reason
      }
      for number in placement.rules.indices {
        #expect(reasons.contains(.rule(number + 1)), "\(placement.id) \(number + 1)")
      }
      #expect(reasons.contains(.default))
    }
  }

  @Test func `values lie on, below and above each bound, and are missing`() throws {
    var lumen = try Folder.lumen.load()
    lumen.audiences["often"] = Audience(
      name: "often", condition: .test(AttributeTest("sessions", [.atLeast(.integer(5))])))
    lumen.placements["gallery"]?.rules = [
      .init(audience: .audience("often"), show: .paywall("standard")),
      .init(
        audience: .test(AttributeTest("daysSinceInstall", [.atMost(.integer(7))])), show: .nothing),
    ]
    let members = Population.synthetic(for: lumen, lumen, count: 300, seed: 1, at: today).members
    #expect(
      Set(members.map { $0.attributes["sessions"] }) == [
        .integer(4), .integer(5), .integer(6), nil,
      ]
    )
    #expect(
      Set(members.map { $0.attributes["firstSeen"] }) == [
        .text("2026-11-15T12:00:00Z"), .text("2026-11-14T12:00:00Z"),
        .text("2026-11-13T12:00:00Z"), nil,
      ])
    let versions: Set<RawAttribute?> = [
      .text("3.1.99"), .text("3.2.0"), .text("3.2.0.1"), nil,
    ]
    #expect(Set(members.map { $0.attributes["appVersion"] }) == versions)
    let lapsed = Set(
      members.compactMap { member -> Int? in
        guard case .known(let facts) = member.subscriber else { return nil }
        return facts.groups["pro"]?.lapsedDays
      })
    #expect(lapsed.isSuperset(of: [29, 30, 31]))
  }

  @Test func `what nobody can satisfy is named`() throws {
    var lumen = try Folder.lumen.load()
    let both = ["GB", "IE"].map { Condition.test(AttributeTest("country", [.equals(.string($0))])) }
    lumen.placements["gallery"]?.rules = [.init(audience: .all(both), show: .nothing)]
    let population = Population.synthetic(for: lumen, lumen, count: 100, seed: 1, at: today)
    #expect(population.uncovered == ["no visitor takes rule 1 at 'gallery'"])
  }

  @Test func `too few visitors for all branches is said once`() throws {
    let lumen = try Folder.lumen.load()
    let few = Population.synthetic(for: lumen, lumen, count: 3, seed: 1, at: today)
    #expect(few.members.count == 3)
    #expect(few.uncovered == ["every branch needs more than 3 visitors"])
  }

  /// Conditions drawn at random: every visitor that brute force over the same values finds, is
  /// found.
  @Test func `a visitor is found wherever one value each will do`() throws {
    var random = SplitMix(state: 5)
    let schema = AttributeSchema(
      declared: ["a", "b"].map { Attribute(name: $0, type: .integer, origin: .declared) },
      groups: [])
    func condition(_ depth: Int) -> Condition {
      let parts = { (0..<2).map { _ in condition(depth - 1) } }
      switch depth == 0 ? 0 : random.below(4) {
      case 1: return .all(parts())
      case 2: return .any(parts())
      case 3: return .not(condition(depth - 1))
      default:
        let bound = AttributeValue.integer(Int64(random.below(4)))
        let tests: [AttributeTest.Operator] = [
          .equals(bound), .atLeast(bound), .lessThan(bound), .exists(random.below(2) == 0),
        ]
        return .test(AttributeTest(["a", "b"][random.below(2)], [tests[random.below(4)]]))
      }
    }
    let values: [RawAttribute] = [.null] + (-1...5).map { .integer($0) }
    for _ in 0..<200 {
      let snapshot = Snapshot(
        app: App(bundleId: "a", environments: [.production], locales: ["en"]), schema: schema,
        placements: [
          "p": Placement(
            id: "p", rules: [.init(audience: condition(3), show: .paywall("yes"))],
            default: .nothing)
        ], release: "")
      let compiled = CompiledSnapshot(snapshot)
      func shows(_ attributes: [String: RawAttribute]) -> Bool {
        let visitor = compiled.visitor(attributes, at: today).visitor
        return compiled.decide("p", for: visitor, at: today).reason == .rule(1)
      }
      let possible = values.flatMap { a in values.map { shows(["a": a, "b": $0]) } }
      let made = Population.synthetic(for: snapshot, snapshot, count: 40, seed: 1, at: today)
      let taken = made.members.map { shows($0.attributes) }
      #expect(taken.contains(true) == possible.contains(true))
      #expect(taken.contains(false) == possible.contains(false))
    }
  }
}
