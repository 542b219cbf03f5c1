import AppStoreFixtures
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

@testable import Ledger

/// In the experiment `annual-trial`, `user-7` draws `trial` and `user-15` `control`
/// (DecisionRules.md § 3).
@Suite("A login that shows one person two variants")
struct LoginConflictTests {
  private let both: [String: JSON] = ["userId": "user-7", "anonymousId": "user-15"]

  private func events(_ ledger: any Ledger) async throws -> [ConflictEvent] {
    var events: [ConflictEvent] = []
    for device in ["user-15", "device-1"] {
      events += try await ledger.conflicts(ofUnit: device, in: .production)
    }
    return events
  }

  @Test("is an event, told once, and marks neither record")
  func login() async throws {
    let ledger = SQLiteLedger.inMemory()
    var testServer = try TestServer.withProofs(ledger: ledger)
    #expect(try await testServer.expose(["anonymousId": "user-15"], "control") == "recorded")
    testServer.now = time("2026-12-05T12:01:00Z")
    // On another device.
    #expect(try await testServer.expose(["userId": "user-7"], "trial") == "recorded")
    #expect(try await events(ledger) == [])
    testServer.now = time("2026-12-05T12:02:00Z")
    for id in ["f", "g"] {
      #expect(try await testServer.expose(both, "trial", id: id) == "repeated")
    }
    func side(_ unit: String, _ variant: String) -> ConflictEvent.Side {
      ConflictEvent.Side(experiment: "annual-trial", phase: 1, unit: unit, variant: variant)
    }
    #expect(
      try await events(ledger) == [
        ConflictEvent(
          cause: .login, own: side("user-15", "control"), other: side("user-7", "trial"),
          cameFirst: true, voucher: .client, happenedAt: testServer.now)
      ])
    let counts = try await ledger.exposureCounts(of: PhaseKey("annual-trial", 1, in: .production))
    #expect(
      counts == [
        ExposureCounts(variant: "control", units: 1),
        ExposureCounts(variant: "trial", units: 1, repeats: 2),
      ])
    // A proof of the user says more.
    _ = try await testServer.expose(both, "trial", id: "h", proof: UserProofTests.proof)
    #expect(try await events(ledger).map(\.voucher) == [.client, .proof])
  }

  @Test("who takes over the record of their device has seen one variant")
  func adopts() async throws {
    let testServer = try TestServer.withProofs()
    _ = try await testServer.expose(["anonymousId": "user-15"], "control")
    #expect(try await testServer.expose(both, "control", id: "f") == "repeated")
    #expect(try await events(testServer.ledger) == [])
  }

  @Test("a stranger who knows users' ids marks none of them, and is told of once")
  func attacker() async throws {
    let testServer = try TestServer.withProofs()
    var users: [String] = []
    for number in 0..<60 where users.count < 8 {
      let user = "user-\(number)"
      if try await testServer.expose(["userId": .text(user)], "trial") == "recorded" {
        users.append(user)
      }
    }
    #expect(try await testServer.expose(["anonymousId": "user-15"], "control") == "recorded")
    for user in users {
      for variant in ["control", "trial"] {
        let visitor: [String: JSON] = ["userId": .text(user), "anonymousId": "user-15"]
        _ = try await testServer.expose(visitor, variant, id: "\(user) \(variant)")
      }
    }
    let found = try await events(testServer.ledger)
    #expect(found.map(\.own.unit) == ["user-15"])
    #expect(found.map(\.voucher) == [.client])
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(counts.map(\.conflicts) == [0, 0])
    #expect(counts.map(\.units) == [1, users.count])
  }

  @Test(
    "two experiments of one layer are a crossing, if they ran at the same time",
    arguments: [false, true])
  func crossing(byAlias: Bool) async throws {
    for isOver in [false, true] {
      let server = try TestServer.withProofs { snapshot in
        guard var other = snapshot.experiments["annual-trial"] else { return }
        other.id = "badge"
        other.seed = "0c9f3a55"
        other.placements = ["settings"]
        other.schedule.end = isOver ? time("2026-12-02T00:00:00Z") : nil
        snapshot.experiments["badge"] = other
      }
      let earlier = RecordedAssignment(
        experiment: "badge", phase: 1, variant: "control", unit: "device-1", unitKind: .visitor,
        recordedAt: time("2026-12-01T12:00:00Z"))
      _ = try await server.ledger.record(
        [
          Exposure(
            id: "b", assignment: earlier, origin: .anonymousId, terms: nil,
            renderedAt: earlier.recordedAt)
        ], in: .production, at: earlier.recordedAt)
      _ = try await server.expose(["userId": "user-7"], "trial")
      let visitor: [String: JSON] = ["userId": "user-7", "anonymousId": "device-1"]
      if byAlias {
        try await server.post("/v1/aliases", visitor).expect(200)
      } else {
        #expect(try await server.expose(visitor, "trial", id: "f") == "repeated")
      }
      let found = try await events(server.ledger)
      #expect(found.map(\.cause) == (isOver ? [] : [.layerCrossing]))
      #expect(found.map(\.own.experiment) == (isOver ? [] : ["badge"]))
    }
  }

  @Test("conflicts are counted by cause")
  func metrics() async throws {
    let testServer = try TestServer.withProofs()
    for (visitor, variant) in [
      (["anonymousId": "user-15"], "control"), (["userId": "user-7"], "trial"), (both, "trial"),
    ] as [([String: JSON], String)] {
      _ = try await testServer.expose(visitor, variant)
    }
    let metrics = try Exposition(await testServer.dependencies().report.text())
    #expect(metrics.value("paywall_conflicts_total", ["cause": "login"]) == 1)
    #expect(metrics.value("paywall_conflicts_total", ["cause": "layerCrossing"]) == 0)
  }
}
