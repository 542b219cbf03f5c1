import NIOCore
import PaywallServer
import Testing

/// Requests that two servers in a row could read in two ways, and others that are hardly requests.
@Suite("Requests with two meanings")
struct SmugglingTests {
  private static let hidden = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private static let post = "POST /v1/placements/x HTTP/1.1\r\nHost: localhost\r\n"
  private static let get = "GET /v1/products HTTP/1.1\r\n"

  /// The statuses of everything that comes back until the server closes, to a client who sends no
  /// more.
  private func answers(to bytes: String) async throws -> [String] {
    let server = try await AppFolder(showing: "standard").server()
    let statuses = Statuses()
    try await withLiveServer(of: server) { live in
      await statuses.set(
        try await live.connected { wire in
          await wire.attempt(raw: bytes)
          wire.finish()
          var statuses: [String] = []
          while let response = try? await wire.response() { statuses.append(response.status) }
          return statuses
        })
    }
    return await statuses.all
  }

  private actor Statuses {
    var all: [String] = []
    func set(_ statuses: [String]) { all = statuses }
  }

  @Test(
    "an end that can be read in two ways is refused, and what follows is not answered",
    arguments: [
      "\(post)Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: 2, 30\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: +2\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: 0x2\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: -2\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: 99999999999999999999\r\n\r\n{}\(hidden)",
      "\(post)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: identity\r\n\r\n{}\(hidden)",
      "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "POST /v1/placements/x HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n\(hidden)",
      "\(post)Transfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n\(hidden)",
      "\(post)X: a\r\n Content-Length: 2\r\n\r\n\(hidden)",
      "\(post)X: a\r\n\tb\r\n\r\n\(hidden)",
      "\(post)X: a\u{0}b\r\n\r\n\(hidden)", "\(post)X\u{0}: a\r\n\r\n\(hidden)",
      "\(post)X: a\rContent-Length: 2\r\n\r\n\(hidden)", "\(post): a\r\n\r\n\(hidden)",
      "\(post)X Y: a\r\n\r\n\(hidden)", "\(post)\u{E9}: a\r\n\r\n\(hidden)",
      "\(get)Host: localhost\r\nHost: evil.example\r\n\r\n\(hidden)",
      "\(get)Host: localhost\r\nHost: localhost\r\n\r\n\(hidden)",
      "\(get)\r\n\(hidden)",
      "GET /v1/products HTTP/1.1 x\r\nHost: localhost\r\n\r\n\(hidden)",
      "GET /v1/products HTTP/2.0\r\nHost: localhost\r\n\r\n\(hidden)",
      "GET /v1/products\r\n\r\n\(hidden)",
      "GET /v1/pro\u{0}ducts HTTP/1.1\r\nHost: localhost\r\n\r\n\(hidden)",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\(get)Host: localhost\r\n\(String(repeating: "a: b\r\n", count: 300))\r\n\(hidden)",
    ])
  func twoMeanings(_ bytes: String) async throws {
    let answers = try await answers(to: bytes)
    #expect(answers.map { $0.first } == ["4"], "\(bytes.prefix(120)) \(answers)")
  }

  @Test(
    "a target that is no path, or a path that is no text, is a problem, and the next request is read",
    arguments: [
      ("GET http://localhost/v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n", ["200", "200"]),
      ("GET http://evil.example/v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n", ["400"]),
      ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", ["404", "200"]),
      ("GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", ["404", "200"]),
      ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", ["404"]),
      ("GET /v1/placements/%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n", ["400", "200"]),
      ("GET /v1/placements/\u{E9} HTTP/1.1\r\nHost: localhost\r\n\r\n", ["400"]),
      ("GET //v1//products HTTP/1.1\r\nHost: localhost\r\n\r\n", ["200", "200"]),
      ("\(get)Host: localhost\r\nX-API-Key: \u{E9}\u{1F600}\r\n\r\n", ["200", "200"]),
      ("GET /v1/products\nHost: localhost\n\n", ["400"]),
      ("GET  /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n", ["200", "200"]),
      (
        "\(post)Transfer-Encoding: chunked\r\n\r\n2;\(String(repeating: "x", count: 100_000))\r\n{}\r\n0\r\n\r\n",
        ["200", "200"]
      ),
    ])
  func targets(_ bytes: String, _ statuses: [String]) async throws {
    let answers = try await answers(to: bytes + Self.hidden)
    #expect(answers == statuses, "\(bytes.prefix(120))")
  }
}
