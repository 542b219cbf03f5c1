import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallServer
import TestSupport
import Testing

/// A connection's own answers are counted like those of routes.
@Suite("Refusals of connections", .timeLimit(.minutes(10)))
struct RefusalTests {
  /// Holds a route until it is opened.
  private struct Latch: Sendable {
    private let opened: AsyncStream<Never>
    private let opening: AsyncStream<Never>.Continuation

    init() { (opened, opening) = AsyncStream.makeStream() }

    func open() { opening.finish() }
    func wait() async { for await _ in opened {} }
  }

  /// A server of `/health/ready` that waits for the latch.
  private func live(
    _ limits: ConnectionLimits, isSecure: Bool = false,
    _ use: @Sendable (LiveServer, Latch, Dependencies, LogLines) async throws -> Void
  ) async throws {
    let latch = Latch()
    var testServer = TestServer()
    testServer.readinessChecks = [
      {
        await latch.wait()
        return []
      }
    ]
    let (parts, lines) = (try testServer.dependencies(), testServer.lines)
    try await withLiveServer(of: parts, limits, isSecure: isSecure) { live in
      defer { latch.open() }
      try await use(live, latch, parts, lines)
    }
  }

  private static func count(
    _ parts: Dependencies, _ name: String, _ labels: [String: String]
  ) throws -> Double? {
    try Exposition(parts.metrics.text).value(name, labels)
  }

  @Test("an answer that takes too long is a problem with the request's own id, and counts as one")
  func answerTimeout() async throws {
    try await live(.patient { $0.responseTimeout = .milliseconds(100) }) {
      live, latch, parts, lines in
      try await live.connected { wire in
        try await wire.send(
          "GET /health/ready HTTP/1.1\nHost: localhost\nX-Request-ID: mine-1\n\n")
        let answer = try await wire.response()
        #expect(answer?.status == "503")
        #expect(answer?.head.contains("x-request-id: mine-1") == true)
        #expect(answer?.head.contains("retry-after: 1") == true)
        #expect(answer?.body.contains(#""code":"answerTimeout""#) == true)
        #expect(await wire.isClosed())
      }
      latch.open()
      await until { lines.all.contains { $0.contains("answered too late") } }
      #expect(
        lines.all.contains { $0.contains("answerTimeout") && $0.contains("mine-1") })
      let total = "paywall_requests_total"
      #expect(
        try Self.count(parts, total, ["route": "none", "method": "GET", "status": "503"]) == 1)
      #expect(try Self.count(parts, total, ["route": "/health/ready"]) == nil)
      #expect(try Self.count(parts, "paywall_refusals_total", ["code": "answerTimeout"]) == 1)
    }
  }

  @Test("an answer over HTTP/2 that takes too long costs its stream, and counts as a problem")
  func streamTimeout() async throws {
    try await live(.patient { $0.responseTimeout = .milliseconds(500) }, isSecure: true) {
      live, latch, parts, lines in
      try await live.connectedHTTP2 { wire in
        let answer = try await wire.exchange(
          HTTP2Wire.head("GET", "/health/ready", [("x-request-id", "mine-2")]))
        #expect(answer?.status == 503)
        #expect(answer?.headers["x-request-id"] == "mine-2")
        #expect(answer?.body.contains(#""code":"answerTimeout""#) == true)
      }
      latch.open()
      await until { lines.all.contains { $0.contains("answered too late") } }
      let total = "paywall_requests_total"
      #expect(try Self.count(parts, total, ["route": "none", "status": "503"]) == 1)
      #expect(try Self.count(parts, total, ["route": "/health/ready"]) == nil)
    }
  }

  @Test(
    "what never becomes a request gets a problem, is counted by its code, and ends the connection",
    arguments: [
      ("GET / HTTX/1.1\r\n\r\n", "malformedRequest", "400", "other"),
      ("GET / HTTP/1.1\r\nbad header\r\n\r\n", "malformedRequest", "400", "other"),
      ("GET /v1/products HTTP/1.1\r\n\r\n", "malformedRequest", "400", "GET"),
      ("\(post)Content-Length: x\r\n\r\n", "malformedRequest", "400", nil),
      ("\(post)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "malformedRequest", "400", nil),
      ("FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n", "methodNotAllowed", "405", "other"),
      (
        "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
        "headersTooLarge", "431", "other"
      ),
      ("GET /v1/products HTT", "requestTimeout", "408", "other"),
      ("\(post)Content-Length: 9\r\n\r\n{", "requestTimeout", "408", "POST"),
    ] as [(String, String, String, String?)])
  func counted(_ bytes: String, _ code: String, _ status: String, _ method: String?) async throws {
    let limits = ConnectionLimits.patient { limits in
      if code == "requestTimeout" { limits.requestTimeout = .milliseconds(100) }
    }
    try await live(limits) { live, _, parts, _ in
      try await live.connected { wire in
        try await wire.send(raw: bytes)
        let answer = try await wire.response()
        #expect(answer?.status == status)
        #expect(answer?.head.contains("connection: close") == true)
        #expect(answer?.body.contains(#""code":"\#(code)""#) == true)
        #expect(await wire.isClosed())
      }
      var labels = ["route": "none", "status": status]
      labels["method"] = method
      #expect(try Self.count(parts, "paywall_requests_total", labels) == 1)
      #expect(try Self.count(parts, "paywall_refusals_total", ["code": code]) == 1)
    }
  }

  private static let post = "POST /v1/placements HTTP/1.1\r\nHost: localhost\r\n"

  @Test("who finds no room is counted, and told as any problem is")
  func noRoom() async throws {
    try await live(.patient { $0.connections = 1 }) { live, _, parts, _ in
      try await live.connected { busy in
        #expect(try await busy.begin("GET /v1/products HTT") == "200")
        let answer = try await live.connected { try await $0.response() }
        #expect(answer?.status == "503")
        for line in [
          "retry-after: 1", "connection: close", "content-type: application/problem+json",
          "x-request-id: made-1", "date: sat, 05 dec 2026 12:00:00 gmt",
        ] { #expect(answer?.head.contains(line) == true, "\(line)") }
      }
      let labels = ["route": "none", "status": "503"]
      #expect(try Self.count(parts, "paywall_requests_total", labels) == 1)
      #expect(try Self.count(parts, "paywall_refusals_total", ["code": "tooManyConnections"]) == 1)
    }
  }
}
