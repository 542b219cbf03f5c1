import AppStoreFixtures
import Crypto
import Foundation
import Ledger
import LedgerPostgres
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import TestSupport
import Testing

/// Servers that share a ledger, over HTTP.
@Suite("Several servers", .enabled(if: PostgresCluster.isInstalled))
struct NodeTests {
  private func codes(_ server: PaywallService) async throws -> [String] {
    try await server.exchange("GET /health/ready").matches(of: /"code":"([^"]+)"/).map {
      String($0.1)
    }
  }

  /// Returns a server's report of itself: the clock of these tests stands still in 2026.
  private func node(_ server: PaywallService) async throws -> JSON {
    try await TestServer.Reply(server.exchange("GET /health/ready")).body["node"] ?? .null
  }

  @Test("readiness shows the own version, lag and clock, and one with a wrong clock says so")
  func readiness() async throws {
    let address = try PostgresCluster.shared.get().address()
    let app = try AppFolder(showing: "standard")
    let server = try await app.server {
      $0.ledger = address
      $0.version = "0.2.0"
    }
    let node = try await node(server)
    #expect(node["version"]?.string == "0.2.0")
    #expect(node["id"]?.string?.utf8.count == 16)
    #expect(node["lagMilliseconds"] != nil && node["clockMilliseconds"] != nil, "\(node)")
    #expect(try await codes(server).contains("nodeClockIsOff"))
    let ledger = try PostgresLedger.open(try PostgresAddress(address))
    let nodes = try await ledger.nodes()
    #expect(nodes.map(\.id) == [node["id"]?.string])
    #expect(nodes.map(\.release) == [server.dependencies.current.value.release])
    // The name of its state folder stays.
    await server.end()
    #expect(try await ledger.nodes().isEmpty)
    let again = try await app.server { $0.ledger = address }
    #expect(try await self.node(again)["id"] == node["id"])
    await again.end()
    await ledger.close()
  }

  @Test("a file is of one server, whose readiness has no node")
  func file() async throws {
    let server = try await AppFolder(showing: "standard").server()
    #expect(try await node(server) == .null)
    await server.end()
  }

  @Test("the start says which secrets differ, and readiness does until they are alike")
  func secrets() async throws {
    let address = try PostgresCluster.shared.get().address()
    let (one, two) = (try AppFolder(showing: "standard"), try AppFolder(showing: "standard"))
    let first = try await one.server { $0.ledger = address }
    #expect(try await !codes(first).contains("nodeSecretsDiffer"))
    // Both report the same name: that of this machine.
    let second = try await two.server { $0.ledger = address }
    #expect(try await codes(second).contains("nodeSecretsDiffer"))
    let said = two.lines.all.filter { $0.contains("servers of one ledger have different secrets") }
    #expect(said.count == 2, "\(said)")
    #expect(said.contains { $0.contains("preview.key is not the same on all servers") })
    #expect(said.contains { $0.contains("visitor.key is not the same on all servers") })
    #expect(said.allSatisfy { $0.contains("Copy one of them to every server") })
    await second.end()

    for name in ["preview.key", "visitor.key"] {
      try Data(contentsOf: URL(filePath: "\(one.statePath)/\(name)")).write(
        to: URL(filePath: "\(two.statePath)/\(name)"))
    }
    let third = try await two.server { $0.ledger = address }
    #expect(try await !codes(third).contains("nodeSecretsDiffer"))
    await third.end()
    await first.end()
  }

  @Test("a ledger that a later version has migrated is not opened: the start says so")
  func newer() async throws {
    let cluster = try PostgresCluster.shared.get()
    let text = cluster.address()
    let address = try PostgresAddress(text)
    try await PostgresLedger.open(address).close()
    let schema = try #require(text.firstMatch(of: /schema=(\w+)/)?.1)
    try cluster.sql("UPDATE \(schema).ledger SET version = 99")
    let app = try AppFolder(showing: "standard")
    let error = await #expect(throws: StartError.self) {
      try await app.server { $0.ledger = text }
    }
    let said = error?.description ?? ""
    #expect(said.contains("was written by a newer version"), "\(said)")
    #expect(said.contains("help: a later version has migrated it"), "\(said)")
  }

  /// The next phase, with another seed.
  private func restart(_ app: SampleFolder) throws {
    try app.edit(SampleFolder.experiment, "seed: 7f3a9c21", "seed: 0f0f0f0f\nphase: 2")
    try app.edit(
      SampleFolder.experiment, "start: 2026-12-01T09:00Z", "start: 2026-12-06T00:00Z")
  }

  @Test("a configuration older than a frozen phase is refused, at the start and by a reload")
  func older() async throws {
    let address = try PostgresCluster.shared.get().address()
    let (one, two, three) = (try SampleFolder(), try SampleFolder(), try SampleFolder())
    for app in [one, two, three] { app.clock.set("2026-12-06T12:00:00Z") }
    let first = try await one.server(ledger: address)
    let second = try await two.server(ledger: address)
    try restart(one)
    #expect(try await first.reload() == nil)
    var outcomes: Set<String> = []
    for number in 0..<40 {
      let outcome = try await first.claim(
        number.isMultiple(of: 2) ? "trial" : "control", of: "user-\(number)", phase: 2,
        at: "2026-12-06T11:00:00Z", id: "e\(number)")
      outcomes.insert(outcome ?? "")
    }
    #expect(outcomes.contains("recorded"), "\(outcomes)")

    // A node that starts with the files of before: their phase was drawn in already.
    let error = await #expect(throws: StartError.self) {
      try await three.server(ledger: address)
    }
    let said = error?.description ?? ""
    #expect(
      said.contains("[phaseReused] 'annual-trial' goes back from phase 2 to phase 1"), "\(said)")

    // One that runs with them keeps serving, and takes up nothing else of them.
    try two.edit(SampleFolder.experiment, "traffic: 50%", "traffic: 80%")
    try #require(try await second.reload()).expect(has: "goes back from phase 2 to phase 1")
    try two.edit(SampleFolder.experiment, "traffic: 80%", "traffic: 50%")
    try restart(two)
    #expect(try await second.reload() == nil)
    for server in [first, second] { await server.end() }
  }

  @Test("a rolling change of the configuration loses no exposure and counts none twice")
  func rolling() async throws {
    let address = try PostgresCluster.shared.get().address()
    let (one, two) = (try SampleFolder(), try SampleFolder())
    let first = try await one.server(ledger: address)
    let second = try await two.server(ledger: address)
    #expect(try await first.claim(of: "user-7") == "recorded")
    #expect(try await second.claim(of: "user-7", id: "f") == "repeated")
    for app in [one, two] { app.clock.set("2026-12-06T12:00:00Z") }
    try restart(one)
    #expect(try await first.reload() == nil)

    // The first answered apps, and either gets their exposures.
    var kept: Set<String> = []
    var putOff: [(user: String, variant: String)] = []
    for number in 100..<160 {
      // As a running server does every two seconds: one that is not heard of for 15 s counts no longer.
      await first.dependencies.nodes?.announce()
      for variant in ["trial", "control"] {
        let user = "user-\(number)"
        let outcome = try await second.claim(
          variant, of: user, phase: 2, at: "2026-12-06T11:00:00Z", id: "n\(number)\(variant)")
        // The second does not know the phase, and its answer is not the last word.
        #expect(outcome == "serverBehind", "\(outcome ?? "")")
        putOff.append((user, variant))
      }
    }
    // Nothing of the phase before, which both know, is put off.
    #expect(
      try await second.claim("control", of: "user-15", at: "2026-12-05T11:00:00Z", id: "late")
        == "recorded")
    try restart(two)
    #expect(try await second.reload() == nil)
    for (user, variant) in putOff {
      let outcome = try await second.claim(
        variant, of: user, phase: 2, at: "2026-12-06T11:00:00Z",
        id: "n\(user.dropFirst(5))\(variant)")
      guard outcome == "recorded" else {
        #expect(outcome?.hasPrefix("variantMismatch") == true, "\(outcome ?? "")")
        continue
      }
      #expect(kept.insert(user).inserted, "\(user) has two variants")
      // The same again, at the other server, changes nothing.
      #expect(
        try await first.claim(
          variant, of: user, phase: 2, at: "2026-12-06T11:00:00Z",
          id: "n\(user.dropFirst(5))\(variant)") == "already")
    }
    #expect(!kept.isEmpty)
    let counts = try await first.dependencies.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 2, in: .production))
    #expect(counts.reduce(0) { $0 + $1.units } == kept.count)
    // The timeline has each step once, though two servers took it.
    let timeline = try await first.dependencies.ledger.timeline()
    let steps = timeline.events.filter { event in
      if case .phase("annual-trial", 2, .status) = event.subject { true } else { false }
    }
    #expect(steps.count == 1 && timeline.releases.count == 2, "\(timeline.releases)")
    for server in [first, second] { await server.end() }
  }

  @Test("while PostgreSQL is away paywalls go on and nothing is signed; it comes back by itself")
  func away() async throws {
    let cluster = try await offPool { try PostgresCluster() }
    let ledger = try PostgresLedger.open(try PostgresAddress(cluster.address()))
    let server = try TestServer.ofStore(ledger: ledger)
    let shopper = try Shopper()
    let signing: [String: JSON] = TestServer.signing(["transactions": [try shopper.transaction()]])
    func notify(_ uuid: String) async throws -> TestServer.Reply {
      try await server.post(
        "/v1/appstore/notifications", try shopper.notification("SUBSCRIBED", uuid: uuid))
    }
    func placement() async throws -> TestServer.Reply {
      try await TestServer.Reply(
        server.exchange("GET /v1/placements/onboarding?userId=u-1\nX-API-Key: client-key"))
    }
    let (one, two) = (
      "3c2f6b5e-7a0d-4b1e-9a65-0d2f4f1f0a01", "3c2f6b5e-7a0d-4b1e-9a65-0d2f4f1f0a02"
    )
    #expect(try await notify(one).body["status"]?.string == "new")
    #expect(try await server.post("/v1/offers/sign", signing).status == 200)

    try await offPool { try cluster.halt(.immediate) }
    try await placement().expect(200, has: ["paywall.id": "standard"])
    let refused = try await notify(two)
    #expect(refused.status == 503 && refused.code == "ledgerUnavailable", "\(refused)")
    #expect(refused.description.contains("retry-after: 5"))
    try await server.post("/v1/offers/sign", signing).expect(503, "ledgerUnavailable")
    let ready = try await server.exchange("GET /health/ready")
    #expect(ready.hasPrefix("200") && ready.contains(#""status":"degraded""#), "\(ready)")
    #expect(ready.contains(#""code":"ledgerUnavailable""#), "\(ready)")

    try await offPool { try cluster.resume() }
    await until { (try? await notify(two).body["status"]?.string) == "new" }
    #expect(try await notify(one).body["status"]?.string == "already")
    #expect(try await server.post("/v1/offers/sign", signing).status == 200)
    #expect(try await !server.exchange("GET /health/ready").contains("ledgerUnavailable"))
    await ledger.close()
    try await offPool { cluster.stop() }
  }
}
