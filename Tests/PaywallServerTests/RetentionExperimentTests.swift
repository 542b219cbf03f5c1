import AppStoreFixtures
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

/// Experiments on what customers see who are about to cancel.
@Suite("Experiments on retention messages") struct RetentionExperimentTests {
  private let ledger = SQLiteLedger.inMemory()
  private static let phase = PhaseKey("keep", 1, in: .production)

  private static let experiment: Experiment = {
    let half = BasisPoints(5000) ?? .none
    return Experiment(
      id: "keep", status: .running, placements: ["cancel"], seed: "7f3a9c21",
      variants: [
        Variant(name: "control", share: half, shows: .everywhere(.nothing)),
        Variant(name: "stay", share: half, shows: .everywhere(.paywall("stay"))),
      ], schedule: TimeWindow(start: time("2026-12-01T00:00:00Z"), end: nil))
  }()

  private func world(holdout: Int? = nil) throws -> RetentionWorld {
    var world = try RetentionWorld()
    world.change = { snapshot in
      snapshot.experiments = ["keep": Self.experiment]
      snapshot.holdout = holdout.flatMap { BasisPoints($0) }
        .map { Holdout(share: $0, seed: "4be01a77") }
    }
    return world
  }

  private func units() async throws -> [String: Int] {
    let counts = try await ledger.exposureCounts(of: Self.phase)
    return Dictionary(uniqueKeysWithValues: counts.map { ($0.variant, $0.units) })
  }

  @Test("each customer sees one variant, and an answer is an exposure, also an empty one")
  func variants() async throws {
    let world = try world()
    let (parts, application) = try world.server(ledger).running()
    var seen: [Int: String] = [:]
    for customer in 1...40 {
      // Half of them have no name of Apple's yet.
      try await world.subscribe(customer, from: "GBR", isNamed: customer % 2 == 0, ledger)
      seen[customer] = try await RetentionWorld.ask(
        world.request(customer, of: customer), application)
    }
    let stay = RetentionWorld.message("stay")
    let shown = seen.values.count { $0 == stay }
    #expect(Set(seen.values) == ["{}", stay] && (8...32).contains(shown))
    #expect(try await units() == ["control": 40 - shown, "stay": shown])
    let metrics = try Exposition(parts.metrics.text)
    #expect(metrics.value("paywall_exposures_total", ["outcome": "recorded"]) == 40)
    // Named or not, in another language: the variant stays, and the unit is the same.
    for customer in 1...40 {
      try await world.subscribe(customer, from: "GBR", to: "pro_yearly", ledger)
      let again = try await RetentionWorld.ask(
        world.request(100 + customer, of: customer), application)
      #expect(again == seen[customer])
    }
    #expect(try await units() == ["control": 40 - shown, "stay": shown])
  }

  @Test("a customer in the holdout gets what the rules show, and counts as held out")
  func heldOut() async throws {
    let world = try world(holdout: 10_000)
    try await world.subscribe(1, from: "DEU", ledger)
    let application = try world.server(ledger).application()
    let answer = try await RetentionWorld.ask(world.request(of: 1, locale: "de-DE"), application)
    #expect(answer == RetentionWorld.message("stay", "de"))
    #expect(try await units().isEmpty)
    #expect(try await ledger.heldOutUnits(of: Self.phase) == 1)
  }

  @Test("an answer that shows what no experiment decided is no exposure, nor is one not approved")
  func none() async throws {
    var world = try world()
    let experiments = world.change
    world.change = { snapshot in
      experiments(&snapshot)
      snapshot.retentionStates = [:]
    }
    for customer in 1...20 {
      try await world.subscribe(customer, from: "GBR", ledger)
      let answer = try await RetentionWorld.ask(
        world.request(customer, of: customer), world.server(ledger).application())
      #expect(answer == "{}")
    }
    #expect(try await units().keys.sorted() == ["control"])
  }

  @Test("an app neither sees the placement nor claims an exposure of it")
  func apps() async throws {
    let server = try world().server(ledger)
    let shown = try await server.get("/v1/placements/cancel?userId=user-7")
    shown.expect(200, has: ["reason": "unknownPlacement", "experiment": nil])
    let all = try await server.post("/v1/placements", ["attributes": ["userId": "user-7"]])
    #expect(all.body["placements"]?.members?["cancel"] == nil && !all.description.contains("stay"))
    let claims = Self.experiment.variants.map { variant -> JSON in
      [
        "id": .text(variant.name), "experiment": "keep", "variant": .text(variant.name), "phase": 1,
        "placement": "cancel", "at": "2026-12-05T11:59:00Z",
      ]
    }
    let reply = try await server.post(
      "/v1/exposures", ["attributes": ["userId": "user-7"], "exposures": .array(claims)])
    #expect(reply.outcomes == ["unknownExperiment", "unknownExperiment"], "\(reply)")
    #expect(try await units().isEmpty)
    let bundle = try await server.post(
      "/v1/offers/sign",
      [
        "placement": "cancel", "product": "pro_yearly", "offer": "loyalty", "form": "jws",
        "transactions": [try Shopper().transaction()],
      ])
    #expect(bundle.code == "unknownPlacement", "\(bundle)")
  }

  @Test("an erased person leaves no answer and no assignment")
  func erased() async throws {
    let world = try world()
    try await world.subscribe(1, from: "GBR", ledger)
    let server = try world.server(ledger)
    let application = try server.application()
    _ = try await RetentionWorld.ask(world.request(of: 1), application)
    #expect(try await units().values.reduce(0, +) == 1)
    try await server.delete("/v1/customers/\(RetentionWorld.purchase(1))").expect(200)
    #expect(try await units().values.reduce(0, +) == 0)
    // The same request again is one of a stranger.
    #expect(try await RetentionWorld.ask(world.request(of: 1), application) == "{}")
  }
}
