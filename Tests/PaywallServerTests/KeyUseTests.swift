import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Requests of each key")
struct KeyUseTests {
  private static let day = 20_792

  private func uses(_ counts: [DailyCount]) -> [String: Int] {
    KeyUse.all(in: counts).reduce(into: [:]) {
      $0["\($1.name) \($1.day)", default: 0] += $1.requests
    }
  }

  @Test("are counted once each, by the day of the server, and not without a key")
  func counted() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let (parts, application) = try testServer.running()
    for (request, key) in [
      ("GET /v1/placements/onboarding?userId=user-7", "client-key"),
      ("GET /v1/products", "client-key"), ("GET /v1/status", "admin-key"),
      ("GET /v1/products", "no-key"), ("GET /v1/status", "client-key"),
      ("GET /api/features/client-key", "no-key"),
    ] { _ = try await TestServer.send("\(request)\nX-API-Key: \(key)", to: application) }
    _ = try await TestServer.send("GET /health/live", to: application)
    var counts = DailyCounts()
    parts.counts.keys.drain(into: &counts, at: time("2026-12-05T23:59:59Z"))
    // Also a request that the key may not make shows that the key is in use.
    #expect(
      uses(counts.counts.map { DailyCount($0.key, $0.value) }) == [
        "client-name \(Self.day)": 4, "admin-name \(Self.day)": 1,
      ])
    let digest = KeyUse.all(in: counts.counts.map { DailyCount($0.key, $0.value) })
      .first { $0.name == "client-name" }?.digest
    #expect(digest.map { TestServer.digest("client-key").hasPrefix($0) && $0.count == 16 } == true)
  }

  @Test("are in the ledger after a flush, and at most a minute is lost by a kill")
  func durable() async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server()
    _ = try await server.exchange("GET /v1/products\nX-API-Key: client-key")
    await server.dependencies.countFlusher.flush()
    _ = try await server.exchange("GET /v1/products\nX-API-Key: client-key")
    await server.dependencies.countFlusher.flush()
    let path = app.statePath + "/paywall.sqlite"
    #expect(try [KeyUse](path: path).map(\.requests) == [1])
    await server.end()
    let all = try [KeyUse](path: path)
    #expect(all.map(\.requests) == [2] && all.map(\.name) == ["client-name"])
    #expect(all.map(\.day) == [Self.day])
  }
}
