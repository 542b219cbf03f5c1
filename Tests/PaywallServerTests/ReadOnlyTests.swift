import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallCatalog
import PaywallServer
import Testing

@Suite("A server that only reads, beside the one that writes")
struct ReadOnlyTests {
  /// Every file of a folder with its bytes.
  private func content(of path: String) -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.reduce(into: [:]) { files, name in
      files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
    }
  }

  @Test("it starts beside a running server, serves paywalls, and changes no file")
  func beside() async throws {
    let app = try AppFolder(showing: "lite")
    let writer = try await app.server()
    let before = content(of: app.statePath)
    let reader = try await app.server { $0.isReadOnly = true }
    #expect(try await reader.shown() == "lite")
    _ = try await reader.exchange(
      """
      POST /v1/placements/onboarding
      X-API-Key: client-key

      {"attributes":{"userId":"user-7"},"sign":["jws"]}
      """)
    try app.show("standard")
    await reader.dependencies.reloader.reload()
    await reader.dependencies.countFlusher.flush()
    await reader.end()
    #expect(content(of: app.statePath) == before)
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(
      app.lines.all.contains {
        $0.contains("read-only") && $0.contains("process \(process) on 127.0.0.1:0")
      })
    withExtendedLifetime(writer) {}
  }

  @Test("it makes no state folder, and keeps no server away")
  func alone() async throws {
    let app = try AppFolder(showing: "standard")
    let reader = try await app.server { $0.isReadOnly = true }
    #expect(try await reader.shown() == "standard")
    #expect(!FileManager.default.fileExists(atPath: app.statePath))
    let writer = try await app.server()
    #expect(try await writer.shown() == "standard")
    withExtendedLifetime((reader, writer)) {}
  }

  @Test(
    "what must be kept or signed is refused with a status that is sent again",
    arguments: [
      "POST /v1/exposures\nX-API-Key: client-key\n\n{\"exposures\":[]}",
      "POST /v1/aliases\nX-API-Key: client-key\n\n{\"anonymousId\":\"a\",\"userId\":\"u\"}",
      "POST /v1/transactions\nX-API-Key: client-key\n\n{\"transactions\":[\"x\"]}",
      "POST /v1/offers/sign\nX-API-Key: client-key\n\n{}",
      "POST /v1/offers/eligibility\nX-API-Key: client-key\n\n{}",
      "POST /v1/customer\nX-API-Key: server-key\n\n{\"customer\":{\"userId\":\"u\"}}",
      "DELETE /v1/customers/7\nX-API-Key: server-key",
      "POST /v1/customers/7/consumption\nX-API-Key: server-key\n\n{\"customerConsented\":false}",
      "POST /v1/appstore/notifications\n\n{\"signedPayload\":\"a.b.c\"}",
    ])
  func refused(_ request: String) async throws {
    var server = TestServer(keys: TestServer.allKeys)
    server.isReadOnly = true
    let reply = try await TestServer.Reply(server.exchange(request))
    #expect(reply.status == 503 && reply.code == "readOnlyServer", "\(reply)")
    #expect(reply.description.contains("retry-after: 30\n"))
  }

  @Test("a paywall is decided by the evidence of the request, and signed at the tap elsewhere")
  func evidence() async throws {
    let ledger = SQLiteLedger.inMemory()
    var server = try TestServer.ofStore(ledger: ledger) { snapshot in
      snapshot.paywalls["standard-trial"]?.products[0].offers = ["loyalty"]
    }
    server.isReadOnly = true
    let shopper = try Shopper()
    let request: [String: JSON] = [
      "transactions": [try shopper.transaction(["expiresDate": 1_700_000_000_000])],
      "sign": ["jws"],
    ]
    let parts = try server.dependencies()
    let reply = try await server.post("/v1/placements/onboarding", request)
    #expect(reply.status == 200, "\(reply)")
    #expect(!reply.description.contains(#""degraded""#), "\(reply)")
    #expect(!reply.description.contains("eyJ"), "\(reply)")
    #expect(!reply.description.contains("signingNotConfigured"), "\(reply)")
    await parts.evidenceQueue.drain()
    #expect(
      try await ledger.histories(
        of: .appTransactionId(shopper.appTransactionId), in: .production
      ).isEmpty)
  }

  @Test("what another server's ledger knows of a named customer is unknown, not nothing")
  func named() async throws {
    var server = try TestServer.ofStore()
    let question: [String: JSON] = [
      "customer": ["userId": "u-1"], "attributes": ["userId": "u-1"],
    ]
    try await server.post("/v1/placements/onboarding", question, as: "server").expect(
      200, has: ["degraded": nil])
    server.isReadOnly = true
    try await server.post("/v1/placements/onboarding", question, as: "server").expect(
      200, has: ["degraded": .flag(true)])
  }

  @Test("readiness, metrics and the status say so; the server is ready")
  func told() async throws {
    let app = try AppFolder(showing: "lite")
    let reader = try await app.server { $0.isReadOnly = true }
    let ready = try await reader.exchange("GET /health/ready")
    #expect(ready.hasPrefix("200") && ready.contains(#""status":"ready""#))
    #expect(ready.contains(#""code":"readOnly","weight":"note""#))
    #expect(!ready.contains("ledgerUnavailable") && !ready.contains("signingNotConfigured"))
    let metrics = try await reader.exchange("GET /metrics\nX-API-Key: admin-key")
    #expect(metrics.contains("\npaywall_read_only 1\n"))
    #expect(!metrics.contains("paywall_ledger_size_bytes{"))
    try await reader.exchange("GET /v1/status\nX-API-Key: admin-key").expect(
      has: #""ledger":"readOnly""#)
    let writer = try await app.server()
    #expect(
      try await writer.exchange("GET /metrics\nX-API-Key: admin-key").contains(
        "\npaywall_read_only 0\n"))
  }

  @Test("the kept release is served over a broken folder, and over one that breaks its phases")
  func kept() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    _ = try app.reloader()
    for folder in ["broken", "11111111 running"] {
      try app.write(folder)
      var settings = Settings.patient
      settings.config = app.folder.path
      settings.stateDirectory = app.state.path
      settings.isReadOnly = true
      let reader = try await PaywallService(
        settings, load: FrozenFolder.load, logger: Logger(label: "test"),
        now: { time("2026-12-05T12:00:00Z") })
      #expect(reader.dependencies.current.seed == "7f3a9c21", "\(folder)")
      let ready = try await reader.exchange("GET /health/ready")
      #expect(ready.contains(#""code":"servingCopy""#), "\(folder)")
    }
  }

  @Test("it makes previews with the secret of the other server, and none without")
  func previews() async throws {
    let app = try AppFolder(showing: "lite")
    let order =
      "POST /v1/previews\nX-API-Key: admin-key\n\n{\"placement\":\"onboarding\",\"variant\":\"trial\"}"
    func reader() async throws -> PaywallService {
      try await app.serverWithExperiment { $0.isReadOnly = true }
    }
    try await TestServer.Reply(reader().exchange(order)).expect(503, "previewUnavailable")
    let writer = try await app.server()
    try await TestServer.Reply(reader().exchange(order)).expect(200)
    withExtendedLifetime(writer) {}
  }
}
