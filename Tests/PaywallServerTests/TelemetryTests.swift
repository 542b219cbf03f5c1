import Crypto
import Foundation
import HTTPService
import Logging
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Telemetry")
struct TelemetryTests {
  @Test("nothing that a visitor sends is logged")
  func noPersonalData() async throws {
    let testServer = TestServer()
    let requests = [
      "GET /v1/placements/onboarding?userId=secret-user&anonymousId=secret-anon&attr.sessions=4711",
      "GET /v1/placements/secret-place?userId=secret-user",
      "GET /v1/placements/onboarding?userId=secret-user&userId=secret-user",
      "GET /secret-path", "GET /v1/status\nX-API-Key: secret-key",
      "POST /v1/placements/onboarding\n\n{\"attributes\":{\"userId\":\"secret-user\"}}",
      "POST /v1/placements/onboarding\n\n{\"secret-member\":1}",
    ]
    for request in requests { _ = try await testServer.exchange(request) }
    #expect(testServer.lines.all.count >= requests.count)
    #expect(!testServer.lines.all.contains { $0.contains("secret") || $0.contains("4711") })
  }

  @Test("a line of the decision log has the visitor's mark and never the id")
  func decisionLog() async throws {
    let app = try AppFolder(showing: "standard")
    let file = app.folder.path + "/decisions.ndjson"
    let server = try await app.server { $0.decisionLog = file }
    _ = try await server.exchange("GET /v1/placements/onboarding?userId=user-7\nX-Request-Id: r-1")
    _ = try await server.exchange("GET /v1/placements/settings")
    let mark = try #require(server.dependencies.pseudonym.of("user-7"))
    #expect(
      app.folder.read("decisions.ndjson") == """
        {"time":"2026-12-05T12:00:00Z","request":"r-1","release":"\(TestServer.digest("standard"))",\
        "placement":"onboarding","visitor":"\(mark)","paywall":"standard","reason":"default"}
        {"time":"2026-12-05T12:00:00Z","request":"made-1","release":"\(TestServer.digest("standard"))",\
        "placement":"settings","paywall":null,"reason":"default"}

        """)
  }

  /// HMAC-SHA-256 of "user-7" under 32 bytes of 7, by Python's hmac module.
  @Test("a mark is a keyed hash")
  func mark() {
    let mark = VisitorPseudonym(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    #expect(mark.of("user-7") == "d9f6ae9927de3f6d")
    #expect(mark.of(nil) == nil)
  }

  @Test("marks stay the same over restarts with one state directory, and differ between two")
  func markKey() async throws {
    let app = try AppFolder(showing: "standard")
    let first = try await app.server().dependencies.pseudonym.of("user-7")
    #expect(try await app.server().dependencies.pseudonym.of("user-7") == first)
    #expect(
      try await AppFolder(showing: "standard").server().dependencies.pseudonym.of("user-7") != first
    )
  }

  @Test("requests and decisions are counted by route, never by path")
  func metrics() async throws {
    let testServer = TestServer()
    let (parts, application) = try testServer.running()
    _ = try await TestServer.send("GET /v1/placements/onboarding?attr.x=1&y=2", to: application)
    _ = try await TestServer.send("GET /v1/placements/x", to: application)
    _ = try await TestServer.send("GET /nowhere/at/all", to: application)
    let text = parts.metrics.text
    for line in [
      "# TYPE paywall_requests_total counter",
      #"paywall_requests_total{method="GET",route="/v1/placements/{placement}",status="200"} 2"#,
      #"paywall_requests_total{method="GET",route="NotFound",status="404"} 1"#,
      #"paywall_decisions_total{reason="default"} 1"#,
      #"paywall_decisions_total{reason="unknownPlacement"} 1"#,
      #"paywall_attributes_ignored_total{cause="undeclared"} 1"#,
      #"paywall_attributes_ignored_total{cause="unnamed"} 1"#,
      "# TYPE paywall_request_duration_seconds histogram",
      #"paywall_request_duration_seconds_count{method="GET",route="/v1/placements/{placement}"} 2"#,
      "paywall_last_reload_succeeded 1",
    ] { #expect(text.contains("\(line)\n"), "\(line)") }
    #expect(!text.contains("nowhere"))
  }

  @Test("a log line is one line, as text and as JSON")
  func logLines() {
    let lines = LogLines()
    for format in LogFormat.allCases {
      var logger = lines.logger(.info, format, label: "paywall")
      logger[metadataKey: "b"] = "1"
      logger.debug("not seen")
      logger.warning("two\nlines", metadata: ["a": "x\" y", "c": ["\"", ["d": "e"]]])
    }
    #expect(
      lines.all == [
        "2026-12-05T12:00:00.000Z warning paywall: two⏎lines a=\"x\\\" y\" b=1 c=[\", {d: e}]",
        "{\"time\":\"2026-12-05T12:00:00.000Z\",\"level\":\"warning\",\"logger\":\"paywall\",\"message\":\"two\\nlines\",\"a\":\"x\\\" y\",\"b\":\"1\",\"c\":[\"\\\"\",{\"d\":\"e\"}]}",
      ])
  }

  @Test("a line is safe to read by people and machines, whatever is in it")
  func hostileLines() throws {
    let lines = LogLines()
    for format in LogFormat.allCases {
      let logger = lines.logger(
        .info, format, label: "paywall", at: { Timestamp(milliseconds: 1_796_472_000_007) })
      logger.error(
        "a\u{1B}[31m\u{2028}b\r\n\u{0}é", metadata: ["time": "then", "level": "\u{85}x\u{7F}"])
    }
    #expect(
      lines.all[0]
        == "2026-12-05T12:00:00.007Z error paywall: a\u{FFFD}[31m⏎b⏎\u{FFFD}é level=⏎x\u{FFFD} time=then"
    )
    #expect(!lines.all[1].utf8.contains { $0 < 0x20 })
    let members = try #require(
      try JSONSerialization.jsonObject(with: Data(lines.all[1].utf8)) as? [String: String])
    #expect(
      members == [
        "time": "2026-12-05T12:00:00.007Z", "level": "error", "logger": "paywall",
        "message": "a\u{1B}[31m\u{2028}b\r\n\u{0}é", "_time": "then",
        "_level": "\u{85}x\u{7F}",
      ])
  }
}
