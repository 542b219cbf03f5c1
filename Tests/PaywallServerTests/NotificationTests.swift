import AppStore
import AppStoreFixtures
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Notifications of the App Store")
struct NotificationTests {
  private let ledger = SQLiteLedger.inMemory()

  fileprivate static let path = "/v1/appstore/notifications"

  private func post(_ testServer: TestServer, _ text: String) async throws -> TestServer.Reply {
    try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\"signedPayload\":\"\(text)\"}"))
  }

  /// A server for the app of the vector's verifier.
  private func testServer(
    _ settings: AppStoreFixtures.Settings, ledger: any Ledger = SQLiteLedger.inMemory()
  ) throws -> TestServer {
    try TestServer.ofStore(ledger: ledger) { snapshot in
      snapshot.app.bundleId = settings.bundleId
      snapshot.app.appAppleId = settings.appAppleId
      snapshot.app.environments = Array(settings.identity.environments)
    }
  }

  @Test("every genuine one is kept, without a key; the same again changes nothing")
  func kept() async throws {
    for vector in try Vectors.notifications() {
      let testServer = try testServer(vector.verifier, ledger: ledger)
      let first = try await post(testServer, vector.signedPayload)
      #expect(first.status == 200 && first.body["status"]?.string == "new", "\(vector): \(first)")
      let second = try await post(testServer, vector.signedPayload)
      #expect(
        second.status == 200 && second.body["status"]?.string == "already", "\(vector): \(second)")
    }
  }

  @Test("what Apple did not sign for this app is refused for good, and nothing is kept")
  func refused() async throws {
    let aside = "notification-without-section"
    for object in try Vectors.rejected() + Vectors.nested() where object.id != aside {
      let ledger = SQLiteLedger.inMemory()
      let testServer = try testServer(object.verifier, ledger: ledger)
      let reply: TestServer.Reply
      switch object.kind {
      case .notification: reply = try await post(testServer, object.jws)
      case .transaction:
        reply = try await testServer.post("/v1/transactions", ["transactions": [.text(object.jws)]])
      case .renewalInfo:
        reply = try await testServer.post("/v1/transactions", ["renewalInfo": [.text(object.jws)]])
      case .appTransaction, .realtimeRequest:
        reply = try await testServer.post("/v1/transactions", ["appTransaction": .text(object.jws)])
      }
      #expect(reply.status == 422 && reply.code == "notTrusted", "\(object): \(reply)")
      #expect(try await ledger.entries(after: 0, limit: 10).isEmpty, "\(object)")
    }
  }

  /// Apple's own library refuses it; Apple would send it again for three days and then never.
  @Test("a genuine one without a section is kept aside, and is no text of the ledger")
  func withoutSection() async throws {
    let vector = try #require(
      try Vectors.rejected().first { $0.id == "notification-without-section" })
    try await post(try testServer(vector.verifier, ledger: ledger), vector.jws).expect(
      200, has: ["status": "keptAside"])
    #expect(try await ledger.entries(after: 0, limit: 10).isEmpty)
    #expect(try await ledger.keptAside(after: 0, limit: 10).map(\.content) == [vector.jws])
  }

  /// Notifications with a section that this version does not read, to one server.
  private struct NewKinds {
    let ledger = SQLiteLedger.inMemory()
    let parts: Dependencies
    private let application: Application

    init() throws {
      var testServer = try TestServer.ofStore(ledger: ledger)
      testServer.clock = { 0 }
      parts = try testServer.dependencies()
      application = Application.build(parts, settings: Settings())
    }

    func post(_ uuid: String, _ section: JSON) async throws -> TestServer.Reply {
      let text = try TestStore().jws(of: [
        "notificationType": "UNCLAIM_SEATS", "notificationUUID": .text(uuid),
        "signedDate": .integer(TestStore.moment.milliseconds), "somethingNew": section,
      ])
      let request = "POST \(NotificationTests.path)\n\n{\"signedPayload\":\"\(text)\"}"
      return try TestServer.Reply(await TestServer.send(request, to: application))
    }
  }

  @Test(
    "a section that nobody knows yet is kept with our app, refused with another, aside with none")
  func unknownSection() async throws {
    let server = try NewKinds()
    func naming(_ bundleId: String) -> JSON {
      [
        "bundleId": .text(bundleId), "environment": "Production",
        "appAppleId": .integer(TestStore.appAppleId), "unclaimSeatIds": ["a"],
      ]
    }
    try await server.post("1", naming(TestStore.bundleId)).expect(200, has: ["status": "new"])
    #expect(try await server.ledger.hasNotification("1"))
    let refused = try await server.post("2", naming("com.example.other"))
    #expect(refused.status == 422 && refused.reason == "wrongApp", "\(refused)")
    for _ in 1...2 {
      try await server.post("3", ["unclaimSeatIds": ["a"]]).expect(
        200, has: ["status": "keptAside"])
    }
    #expect(try await server.ledger.keptAside(after: 0, limit: 9).map(\.uuid) == ["3"])
    #expect(try await server.ledger.entries(after: 0, limit: 9).count == 1)
    let metrics = try Exposition(server.parts.metrics.text)
    for (outcome, type) in [
      ("notUnderstood", "UNCLAIM_SEATS"), ("refused", "unverified"), ("keptAside", "UNCLAIM_SEATS"),
      ("already", "UNCLAIM_SEATS"),
    ] {
      let labels = ["type": type, "outcome": outcome]
      #expect(metrics.value("paywall_notifications_total", labels) == 1, "\(outcome)")
    }
  }

  @Test("notifications that name no app are paid by their sender, and hold up no other")
  func charged() async throws {
    let server = try NewKinds()
    for number in 1...50 {
      #expect(try await server.post("\(number)", ["seats": 1]).status == 200)
    }
    try await server.post("51", ["seats": 1]).expect(429, reason: "keptAside")
    #expect(try await server.ledger.keptAside(after: 0, limit: 99).count == 50)
    let own: JSON = [
      "bundleId": .text(TestStore.bundleId), "environment": "Production",
      "appAppleId": .integer(TestStore.appAppleId),
    ]
    #expect(try await server.post("52", own).status == 200)
  }

  @Test("a notification of version 1 is told to choose version 2")
  func version1() async throws {
    for body in [
      #"{"notification_type":"DID_RENEW","password":"x","unified_receipt":{}}"#,
      #"{"unified_receipt":{}}"#,
    ] {
      let reply = try TestServer.Reply(
        await TestServer.ofStore().exchange("POST \(Self.path)\n\n\(body)"))
      #expect(reply.status == 400 && reply.code == "missingMember", "\(reply)")
      #expect(reply.description.contains("version 2"))
    }
  }

  @Test("a ledger that cannot be written asks Apple to send it again")
  func unavailable() async throws {
    await ledger.close()
    let testServer = try TestServer.ofStore(ledger: ledger)
    let body = try Shopper().notification(
      "SUBSCRIBED", uuid: "57f3c869-be45-4be4-b254-7e4eb7d919ca")
    let reply = try await testServer.post(Self.path, body)
    #expect(reply.status == 503 && reply.code == "ledgerUnavailable", "\(reply)")
    #expect(reply.description.contains("retry-after: 5"))
  }

  @Test(
    "what is no notification is refused with what to send",
    arguments: [
      ("{}", "missingMember"), (#"{"signedPayload":7}"#, "wrongType"), ("[]", "wrongType"),
      (#"{"signedPayload":""}"#, "notTrusted"), (#"{"signedPayload":"a.b.c"}"#, "notTrusted"),
    ])
  func malformed(_ body: String, _ code: String) async throws {
    let reply = try TestServer.Reply(
      await TestServer.ofStore().exchange("POST \(Self.path)\n\n\(body)"))
    #expect((400...422).contains(reply.status) && reply.code == code, "\(reply)")
  }

  @Test("long texts, long chains and large bodies are refused before anything is computed")
  func large() async throws {
    let testServer = try TestServer.ofStore()
    try await post(testServer, String(repeating: "A", count: 70_000)).expect(422, reason: "tooLong")
    let pki = try Vectors.pki()
    let store = try TestStore()
    let chain = try TestStore.header(x5c: Array(repeating: pki.leaf, count: 10))
    try await post(testServer, store.jws(ofBytes: .init("{}".utf8), header: chain)).expect(
      422, reason: "badChainLength")
    for size in [131_073, 2_000_000] {
      try await post(testServer, String(repeating: "A", count: size)).expect(413, "bodyTooLarge")
    }
    let members = (0..<12_000).map { #""\#($0)":1"# }.joined(separator: ",")
    try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\(members)}")
    ).expect(400, "missingMember")
    let values = Array(repeating: "1", count: 20_000).joined(separator: ",")
    try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\"a\":[\(values)]}")
    ).expect(400, "tooManyValues")
  }
}
