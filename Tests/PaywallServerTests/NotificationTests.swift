import AppStore
import AppStoreFixtures
import PaywallCatalog
import Ledger
import PaywallServer
import Testing

@Suite("Notifications of the App Store")
struct NotificationTests {
  private static let path = "/v1/appstore/notifications"

  private func post(_ testServer: TestServer, _ text: String) async throws -> TestServer.Reply {
    try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\"signedPayload\":\"\(text)\"}"))
  }

  /// A server that serves whom the vector's verifier serves.
  private func testServer(
    _ settings: AppStoreFixtures.Settings, ledger: any Ledger = MemoryLedger()
  ) throws -> TestServer {
    try TestServer.ofStore(ledger: ledger) { snapshot in
      snapshot.app.bundleId = settings.bundleId
      snapshot.app.appAppleId = settings.appAppleId
      snapshot.app.environments = Array(settings.identity.environments)
    }
  }

  @Test("every genuine one is kept, without a key; the same again changes nothing")
  func kept() async throws {
    let ledger = MemoryLedger()
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
    for object in try Vectors.rejected() + Vectors.nested() {
      let ledger = MemoryLedger()
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

  @Test("a ledger that cannot be written asks Apple to send it again")
  func unavailable() async throws {
    let ledger = MemoryLedger()
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
      ("{}", "missingMember"), ("{\"signedPayload\":7}", "wrongType"), ("[]", "wrongType"),
      ("{\"signedPayload\":\"\"}", "notTrusted"), ("{\"signedPayload\":\"a.b.c\"}", "notTrusted"),
    ])
  func malformed(_ body: String, _ code: String) async throws {
    let reply = try TestServer.Reply(
      await TestServer.ofStore().exchange("POST \(Self.path)\n\n\(body)"))
    #expect((400...422).contains(reply.status) && reply.code == code, "\(reply)")
  }

  @Test("long texts, long chains and large bodies are refused before anything is computed")
  func large() async throws {
    let testServer = try TestServer.ofStore()
    let long = try await post(testServer, String(repeating: "A", count: 70_000))
    #expect(long.status == 422 && long.reason == "tooLong", "\(long)")
    let pki = try Vectors.pki()
    let store = try TestStore()
    let chain = try TestStore.header(x5c: Array(repeating: pki.leaf, count: 10))
    let ten = try await post(testServer, store.jws(ofBytes: .init("{}".utf8), header: chain))
    #expect(ten.status == 422 && ten.reason == "badChainLength", "\(ten)")
    for size in [131_073, 2_000_000] {
      let huge = try await post(testServer, String(repeating: "A", count: size))
      #expect(huge.status == 413 && huge.code == "bodyTooLarge", "\(huge)")
    }
    let members = (0..<12_000).map { "\"\($0)\":1" }.joined(separator: ",")
    let many = try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\(members)}"))
    #expect(many.status == 400 && many.code == "missingMember", "\(many)")
    let values = Array(repeating: "1", count: 20_000).joined(separator: ",")
    let list = try TestServer.Reply(
      await testServer.exchange("POST \(Self.path)\n\n{\"a\":[\(values)]}"))
    #expect(list.status == 400 && list.code == "tooManyValues", "\(list)")
  }
}
