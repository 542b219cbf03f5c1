import HTTPTransport
import PaywallServer
import TestSupport
import Testing

/// RFC 9112, 9.6: behind a message that says `Connection: close` there is no other request, even if
/// it came in the same packet.
@Suite("After the last request", .timeLimit(.minutes(10)))
struct ConnectionCloseTests {
  private static let key = "Host: localhost\r\nX-API-Key: client-key\r\n"
  private static let products = "GET /v1/products"
  private static let placement = "GET /v1/placements/onboarding"

  private static func exposure() throws -> String {
    let body = try Writing.exposures.body
    return
      "POST /v1/exposures HTTP/1.1\r\n\(key)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// The statuses that come back until the server closes, and how many exposures were recorded.
  private func answers(
    to text: String, finishes: Bool, _ change: (inout TestServer) -> Void = { _ in }
  ) async throws -> (statuses: [String], recorded: Int) {
    var testServer = try Writing.testServer()
    change(&testServer)
    let parts = try testServer.dependencies()
    let answers = Answers()
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      try await live.connected { wire in
        try await wire.send(raw: text)
        if finishes { wire.finish() }
        while let answer = try await wire.response() { await answers.add(answer.status) }
      }
      await until { parts.metrics.connections.value == 0 }
    }
    return (await answers.statuses, Writing.count(in: parts))
  }

  private actor Answers {
    private(set) var statuses: [String] = []
    func add(_ status: String) { statuses.append(status) }
  }

  @Test(
    "nothing behind a request that closes is answered or done",
    arguments: [products, placement],
    [
      "HTTP/1.1\r\nConnection: close", "HTTP/1.1\r\nConnection: CLOSE",
      "HTTP/1.1\r\nConnection: keep-alive, Close", "HTTP/1.1\r\nConnection: close, x",
      "HTTP/1.1\r\nConnection: keep-alive\r\nConnection: close",
      "HTTP/1.1\r\nConnection:\tclose ,", "HTTP/1.0", "HTTP/1.0\r\nConnection: x",
    ])
  func requests(_ line: String, _ rest: String) async throws {
    for before in ["", "\(Self.placement) HTTP/1.1\r\n\(Self.key)\r\n"] {
      let text = "\(before)\(line) \(rest)\r\n\(Self.key)\r\n\(try Self.exposure())"
      let answers = try await answers(to: text, finishes: false)
      #expect(answers.statuses == (before.isEmpty ? ["200"] : ["200", "200"]))
      #expect(answers.recorded == 0)
    }
  }

  @Test("nor is it told to be no HTTP")
  func garbage() async throws {
    let answers = try await answers(
      to: "\(Self.products) HTTP/1.1\r\n\(Self.key)Connection: close\r\n\r\nGET / HTTX/1.1\r\n\r\n",
      finishes: false)
    #expect(answers.statuses == ["200"])
  }

  @Test("nothing behind an answer that closes is answered or done")
  func refusals() async throws {
    let guess = "\(Self.products) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: guess\r\n\r\n"
    let answers = try await answers(
      to: String(repeating: guess, count: 21) + (try Self.exposure()), finishes: false
    ) { $0.rates.client = 20 }
    #expect(answers.statuses == Array(repeating: "401", count: 20) + ["429"])
    #expect(answers.recorded == 0)
  }

  @Test(
    "requests that do not close are answered one after the other, to a client who sends no more too",
    arguments: ["HTTP/1.1", "HTTP/1.1\r\nConnection: keep-alive", "HTTP/1.1\r\nConnection: x"])
  func others(_ rest: String) async throws {
    let first = "\(Self.products) \(rest)\r\n\(Self.key)\r\n"
    let answers = try await answers(
      to: String(repeating: first, count: 50) + (try Self.exposure()) + "GET / HTTX/1.1\r\n\r\n",
      finishes: true)
    #expect(answers.statuses == Array(repeating: "200", count: 51) + ["400"])
    #expect(answers.recorded == 1)
  }

  /// The upgrade is ignored (RFC 9110, 7.8), and the decoder reads nothing after it: without the end
  /// a client that keeps the connection would wait for an answer that never comes.
  @Test(
    "a request for another protocol is answered, and told that the connection ends",
    arguments: [products, placement],
    [
      "h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk",
      "websocket\r\nConnection: upgrade", "TLS/1.0",
    ])
  func upgrades(_ line: String, _ rest: String) async throws {
    let parts = try Writing.testServer().dependencies()
    let next = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      try await live.connected { wire in
        try await wire.send(
          raw: "\(line) HTTP/1.1\r\n\(Self.key)Upgrade: \(rest)\r\n\r\n\(next)")
        let answer = try await wire.response()
        #expect(answer?.status == "200")
        #expect(answer?.head.contains("\r\nconnection: close") == true)
        #expect(await wire.isClosed())
      }
    }
  }
}
