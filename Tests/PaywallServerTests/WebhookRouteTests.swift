import PaywallCatalog
import PaywallServer
import Testing

/// The requests that `paywall webhook listen` sends to a server.
@Suite("The route of webhooks' events") struct WebhookRouteTests {
  private let server: TestServer

  init() async throws {
    var server = TestServer(keys: TestServer.allKeys)
    server.snapshot.webhooks = [WebhookSendingTests.endpoint]
    server.ledger = try await WebhookSendingTests.ledger(["7040", "7050", "7040"])
    self.server = server
  }

  private func ask(
    _ query: String = "", of endpoint: String = "backend", key: String = "admin-key"
  ) async throws -> String {
    try await server.exchange("GET /v1/webhooks/\(endpoint)/events\(query)\nX-API-Key: \(key)")
  }

  @Test("says where to begin, and then what has come since, the oldest first")
  func events() async throws {
    #expect(try await ask().hasSuffix(#"{"events":[],"next":"3"}"#))
    for (after, expected) in [(0, ["100", "101", "102"]), (1, ["101", "102"]), (3, [])] {
      let answer = try await ask("?after=\(after)")
      #expect(answer.hasPrefix("200\n") && answer.hasSuffix(#""next":"3"}"#), "\(answer)")
      let found = answer.matches(of: #/\\"transactionId\\":\\"(\d+)/#).map { String($0.output.1) }
      #expect(found == expected, "\(answer)")
    }
    #expect(try await ask("?after=0").contains(#"{"id":"evt_"#))
  }

  /// An answer has at most 200 events.
  @Test("loses none of more events than an answer has")
  func many() async throws {
    var server = server
    server.ledger = try await WebhookSendingTests.ledger((0..<450).map { "\(7000 + $0)" })
    var found: [String] = []
    var after = "0"
    for size in [200, 200, 50, 0] {
      let answer = try await server.exchange(
        "GET /v1/webhooks/backend/events?after=\(after)\nX-API-Key: admin-key")
      let ids = answer.matches(of: #/\\"transactionId\\":\\"(\d+)/#).map { String($0.output.1) }
      #expect(ids.count == size)
      found += ids
      after = String(try #require(answer.firstMatch(of: #/"next":"([^"]+)"/#)).output.1)
    }
    #expect(found == (100..<550).map { "\($0)" })
  }

  @Test("refuses other questions, an endpoint that is not there, and lesser keys")
  func refusals() async throws {
    for query in ["?after=x", "?after=-1", "?after=1.2"] {
      let answer = try await ask(query)
      #expect(answer.hasPrefix("400\n") && answer.contains("wrongType"), "\(answer)")
    }
    let unknown = try await ask(of: "backnd")
    #expect(unknown.hasPrefix("422\n") && unknown.contains("unknownEndpoint"), "\(unknown)")
    #expect(try await ask(key: "server-key").hasPrefix("403\n"))
  }
}
