import HTTPTransport
import NIOCore
import PaywallServer
import Testing

/// One list of malformed requests, for HTTP/1.1, whichever reader gets it, and for HTTP/2.
@Suite("Requests that every protocol refuses alike", .timeLimit(.minutes(10)))
struct StrictRequestTests {
  /// A request for `/v1/products` with one thing changed.
  struct Change: Sendable, CustomTestStringConvertible {
    /// `nil` leaves it out of the target of HTTP/1.1.
    var scheme: String?
    var host = "localhost"
    var path = "/v1/products"
    var headers: [(String, String)] = []

    var testDescription: String { "\(scheme ?? "") \(host) \(path) \(headers)" }

    var http1: String {
      let target = scheme.map { "\($0)://\(host)\(path)" } ?? path
      let lines = ([("host", host)] + headers).map { "\($0): \($1)\r\n" }.joined()
      return "GET \(target) HTTP/1.1\r\n\(lines)\r\n"
    }

    var http2: [(String, String)] {
      [
        (":method", "GET"), (":scheme", scheme ?? "https"), (":authority", host), (":path", path),
      ] + headers
    }
  }

  private func statuses(
    of change: Change
  ) async throws -> [(status: String?, body: String?)] {
    let app = try AppFolder(showing: "standard")
    let answers = Answers()
    let server = try await app.server()
    try await withLiveServer(of: server) { live in
      try await live.connected { wire in
        await wire.attempt(raw: change.http1)
        let answer = try await wire.response()
        await answers.add(answer?.status, answer?.body)
      }
    }
    let certificates = try app.certificates(server.dependencies)
    try await withLiveServer(of: server, certificates: certificates) { live in
      try await live.connectedHTTP2 { wire in
        let answer = try await wire.exchange(change.http2)
        await answers.add(answer.map { "\($0.status)" }, answer?.body)
        let after = try await wire.exchange(HTTP2Wire.head("GET", "/v1/products"))
        #expect(after?.status == 200)
      }
    }
    return await answers.all
  }

  private actor Answers {
    var all: [(status: String?, body: String?)] = []
    func add(_ status: String?, _ body: String?) { all.append((status, body)) }
  }

  @Test(
    "what is no request is refused with one code",
    arguments: [
      Change(path: "v1/products"), Change(path: "https://evil.example/v1/products"),
      Change(path: "/v1/pr\u{F6}ducts"),
      Change(host: "a@localhost"), Change(host: "localhost:99999"),
      Change(host: "localhost:99999x"), Change(host: "localhost:-1"), Change(host: "[::1"),
      Change(host: "localhost/v1"), Change(host: "local<host"), Change(host: ":80"),
      Change(scheme: "javascript"), Change(scheme: "ftp"),
      Change(scheme: "http", host: "a@localhost"),
      Change(headers: [("content-length", "+0")]), Change(headers: [("content-length", "0,0")]),
      Change(headers: [("content-length", "-0")]),
      Change(headers: [("content-length", "0"), ("content-length", "0")]),
    ])
  func refused(_ change: Change) async throws {
    for answer in try await statuses(of: change) {
      #expect(answer.status == "400")
      #expect(answer.body?.contains(#""code":"malformedRequest""#) == true, "\(answer)")
    }
  }

  @Test(
    "an expectation that nobody knows is refused",
    arguments: ["200-ok", "100-continue, 200-ok", "100-continue;a=b"])
  func expectation(_ words: String) async throws {
    for answer in try await statuses(of: Change(headers: [("expect", words)])) {
      #expect(answer.status == "417")
      #expect(answer.body?.contains(#""code":"unknownExpectation""#) == true, "\(answer)")
    }
  }

  @Test(
    "hosts in every spelling, and what expects nothing, are read",
    arguments: [
      Change(), Change(scheme: "http"), Change(scheme: "HTTPS", host: "LocalHost:443"),
      Change(host: "localhost:"), Change(host: "localhost:65535"), Change(host: "[::1]"),
      Change(host: "[::1]:8080"), Change(host: "127.0.0.1:8080"),
      Change(headers: [("expect", "100-Continue")]),
    ])
  func read(_ change: Change) async throws {
    for answer in try await statuses(of: change) { #expect(answer.status == "200") }
  }
}
