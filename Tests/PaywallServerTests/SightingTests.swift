import AppStoreFixtures
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

@testable import Ledger

@Suite("Who was seen as visitor and as customer")
struct SightingTests {
  private static let account = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"

  private static func testServer(
    _ ledger: any Ledger = SQLiteLedger.inMemory(), _ identity: IdentityPolicy = .named
  ) throws -> TestServer {
    try TestServer.withProofs(ledger: ledger) { $0.app.identity = identity }
  }

  /// One server, whose queue can be waited for.
  private struct Running {
    let parts: Dependencies
    let application: Application

    init(_ testServer: TestServer) throws {
      parts = try testServer.dependencies()
      application = Application.build(parts, settings: Settings())
    }

    /// The response, once everything that was queued is written.
    func post(
      _ path: String, _ members: String, as role: String = "client"
    ) async throws -> TestServer.Reply {
      try TestServer.Reply(
        await TestServer.send(
          "POST \(path)\nX-API-Key: \(role)-key\n\n{\(members)}", to: application)
      )
    }

    func count(_ outcome: String) async throws -> Double? {
      try Exposition(await parts.report.text())
        .value("paywall_sightings_total", ["outcome": outcome])
    }
  }

  private static let exposure =
    #""exposures":[{"id":"e","experiment":"annual-trial","variant":"control","phase":1,"#
    + #""placement":"onboarding","at":"2026-12-05T11:59:00Z"}]"#

  @Test("an anonymous visitor who buys is joined to what they were shown, and nothing else changes")
  func buyer() async throws {
    let ledger = SQLiteLedger.inMemory()
    let testServer = try Self.testServer(ledger)
    let shopper = try Shopper()
    let running = try Running(testServer)
    // `user-15` draws `control`, here as a device.
    let shown = try await running.post(
      "/v1/exposures", #""attributes":{"anonymousId":"user-15"},"# + Self.exposure)
    #expect(shown.description.contains("recorded"), "\(shown)")
    let text = try shopper.transaction().string ?? ""
    for _ in 1...2 {
      try await running.post(
        "/v1/transactions", #""anonymousId":"user-15","transactions":["\#(text)"]"#
      ).expect(200)
    }
    let seen = try await ledger.sightings(ofId: "user-15", in: .production)
    #expect(
      seen == [
        Sighting(
          unit: "user-15", kind: .anonymousId,
          customer: CustomerIdentity(
            appTransactionId: shopper.appTransactionId,
            originalTransactionIds: [shopper.originalTransactionId]),
          firstSeen: testServer.now, route: .transaction)
      ])
    #expect(try await ledger.histories(of: .user("user-15"), in: .production) == [])
    #expect(try await running.count("new") == 1)
    #expect(try await running.count("already") == 1)
  }

  @Test(
    "every request with ids and evidence shows it, and is answered as without them",
    arguments: [
      ("/v1/transactions", "", Sighting.Route.transaction), ("/v1/customer", "", .customer),
      ("/v1/placements/onboarding", "", .placement),
      ("/v1/placements", #""placements":["onboarding","settings"],"#, .placement),
      (
        "/v1/offers/sign",
        #""placement":"onboarding","product":"pro_yearly","offer":"loyalty","form":"jws","#, .sign
      ),
    ])
  func routes(path: String, members: String, route: Sighting.Route) async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let text = try Shopper().transaction().string ?? ""
    let reply = try await running.post(
      path,
      members
        + #""attributes":{"userId":"user-7","anonymousId":"device-1"},"transactions":["\#(text)"]"#)
    // A refused signature shows it, too.
    #expect(reply.status == 200 || path == "/v1/offers/sign" && reply.status == 409, "\(reply)")
    await running.parts.evidenceQueue.drain()
    for (id, kind) in [("user-7", IdOrigin.userId), ("device-1", .anonymousId)] {
      let seen = try await testServer.ledger.sightings(ofId: id, in: .production)
      #expect(seen.map(\.route) == [route])
      #expect(seen.map(\.kind) == [kind])
      #expect(seen.map(\.isProved) == [false])
    }
  }

  @Test("an alias with evidence shows it, too")
  func alias() async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let text = try Shopper().transaction().string ?? ""
    try await running.post(
      "/v1/aliases", #""userId":"user-7","anonymousId":"device-1","transactions":["\#(text)"]"#
    ).expect(200)
    for id in ["user-7", "device-1"] {
      let seen = try await testServer.ledger.sightings(ofId: id, in: .production)
      #expect(seen.map(\.route) == [.alias])
    }
  }

  @Test("two devices of one customer are both joined, a stranger's receipt is not")
  func devices() async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    for device in ["d-1", "d-2"] {
      let text = try Shopper(1).transaction().string ?? ""
      _ = try await running.post(
        "/v1/transactions", #""anonymousId":"\#(device)","transactions":["\#(text)"]"#)
    }
    let evil = try Shopper(2).transaction().string ?? ""
    try await running.post(
      "/v1/transactions", #""anonymousId":"d-1","transactions":["\#(evil)"]"#
    ).expect(200)
    let name = CustomerName.appTransactionId(try Shopper(1).appTransactionId)
    let seen = try await testServer.ledger.sightings(of: name, in: .production)
    #expect(seen.map(\.unit) == ["d-1", "d-2"])
    #expect(seen.map(\.isContested) == [true, false])
    #expect(try await running.count("contested") == 1)
  }

  @Test("one receipt with many ids is set aside")
  func manyIds() async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let text = try Shopper().transaction().string ?? ""
    for number in 1...12 {
      try await running.post(
        "/v1/transactions",
        #""attributes":{"userId":"user-\#(number)"},"transactions":["\#(text)"]"#
      ).expect(200)
    }
    let name = CustomerName.appTransactionId(try Shopper().appTransactionId)
    let seen = try await testServer.ledger.sightings(of: name, in: .production)
    #expect(seen.count == 8 && seen.allSatisfy(\.isSetAside))
    #expect(try await running.count("tooMany") == 4)
  }

  @Test("a user id is proved by a proof or a server; one that does not count is not joined")
  func proofs() async throws {
    let testServer = try Self.testServer(SQLiteLedger.inMemory(), .signed)
    let running = try Running(testServer)
    let text = try Shopper(1).transaction().string ?? ""
    let members =
      #""attributes":{"userId":"user-7","anonymousId":"d-1"},"transactions":["\#(text)"]"#
    let ledger = testServer.ledger
    _ = try await running.post("/v1/transactions", members)
    #expect(try await ledger.sightings(ofId: "user-7", in: .production) == [])
    #expect(try await ledger.sightings(ofId: "d-1", in: .production).count == 1)
    _ = try await running.post(
      "/v1/transactions", #""userProof":"\#(UserProofTests.proof)","# + members)
    let proved = try await ledger.sightings(ofId: "user-7", in: .production)
    #expect(proved.map(\.isProved) == [true])
    _ = try await running.post("/v1/transactions", members, as: "server")
    let vouched = try await ledger.sightings(ofId: "d-1", in: .production)
    #expect(vouched.map(\.isProved) == [true])
  }

  @Test("a link that is refused still shows whose receipt it was; ids have one form")
  func forms() async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let text = try Shopper(account: Self.account).transaction().string ?? ""
    let refused = try await running.post(
      "/v1/transactions", #""userId":"user-7","transactions":["\#(text)"]"#)
    #expect(refused.code == "roleRequired", "\(refused)")
    try await running.post(
      "/v1/transactions",
      #""userId":"\#(Self.account.uppercased())","transactions":["\#(text)"]"#
    ).expect(200)
    for id in ["user-7", Self.account, Self.account.uppercased()] {
      let seen = try await testServer.ledger.sightings(ofId: id, in: .production)
      #expect(seen.map(\.unit) == [JoinForm.of(id)])
    }
  }

  @Test(
    "an anonymous id of another type is kept out, one that is too long is refused",
    arguments: ["/v1/transactions", "/v1/offers/sign", "/v1/placements/onboarding"])
  func badIds(path: String) async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let text = try Shopper().transaction().string ?? ""
    let sign =
      path == "/v1/offers/sign"
      ? #""placement":"onboarding","product":"pro_yearly","offer":"loyalty","form":"jws","# : ""
    func post(_ id: String) async throws -> TestServer.Reply {
      try await running.post(
        path, sign + #""anonymousId":\#(id),"transactions":["\#(text)"]"#)
    }
    let usual = try await post("null").status
    for id in ["true", #"["d-1"]"#, #"{"a":1}"#, "1.5", #""""#] {
      #expect(try await post(id).status == usual, "\(id)")
    }
    await running.parts.evidenceQueue.drain()
    let name = CustomerName.appTransactionId(try Shopper().appTransactionId)
    #expect(try await testServer.ledger.sightings(of: name, in: .production) == [])
    let long = String(repeating: "d", count: 1025)
    #expect(try await post("\"\(long)\"").code == "attributeTooLong")
  }

  @Test("an unavailable ledger neither delays nor fails a placement; what is lost is counted")
  func unavailable() async throws {
    let ledger = ReopeningLedger(pause: .seconds(60)) { () throws(LedgerFailure) in
      throw .unavailable("no disk")
    }
    let running = try Running(try Self.testServer(ledger))
    let text = try Shopper().transaction().string ?? ""
    try await running.post(
      "/v1/placements/onboarding",
      #""attributes":{"anonymousId":"d-1"},"transactions":["\#(text)"]"#
    ).expect(200)
    await running.parts.evidenceQueue.drain()
    #expect(try await running.count("dropped") == 1)
  }

  @Test("ids without evidence, and customers that a server names, are no sighting")
  func withoutEvidence() async throws {
    let testServer = try Self.testServer()
    let running = try Running(testServer)
    let shopper = try Shopper()
    let text = try shopper.transaction().string ?? ""
    _ = try await running.post("/v1/transactions", #""transactions":["\#(text)"]"#)
    _ = try await running.post("/v1/placements/onboarding", #""attributes":{"userId":"user-7"}"#)
    _ = try await running.post(
      "/v1/customer",
      #""attributes":{"userId":"user-7"},"customer":{"appTransactionId":"\#(shopper.appTransactionId)"}"#,
      as: "server")
    await running.parts.evidenceQueue.drain()
    let name = CustomerName.appTransactionId(shopper.appTransactionId)
    #expect(try await testServer.ledger.sightings(of: name, in: .production) == [])
  }
}
