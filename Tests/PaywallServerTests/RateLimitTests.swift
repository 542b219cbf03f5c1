import AppStoreFixtures
import Foundation
import HTTPTransport
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

@Suite("Limits on requests")
struct RateLimitTests {
  /// A server whose clock only the test moves.
  private static func testServer(client: Int = 20, server: Int = 20) -> (TestServer, Moment) {
    let moment = Moment()
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.rates.client = client
    testServer.rates.server = server
    testServer.proxies = TrustedProxies(["::/0"].compactMap { AddressRange($0) })
    testServer.clock = { moment.nanoseconds }
    return (testServer, moment)
  }

  /// Ten seconds of 20 a second are 200.
  private static let full = 200

  private static func paywall(_ key: String, from address: String) -> String {
    "GET /v1/placements/onboarding\nX-API-Key: \(key)\nX-Forwarded-For: \(address)"
  }

  /// Each way that the request can take has a server of its own, with the same limits.
  private static func drain(
    _ server: AskedServer, _ request: String, _ count: Int, _ status: String = "200"
  ) async throws {
    for response in try await server.send(request, times: count) {
      #expect(response.hasPrefix(status + "\n"), "\(response)")
    }
  }

  @Test("a client key is refused at one address, and not at another; time brings tokens back")
  func perAddress() async throws {
    let (testServer, moment) = Self.testServer()
    let server = try AskedServer(of: testServer)
    let request = Self.paywall("client-key", from: "192.0.2.7")
    try await Self.drain(server, request, Self.full)
    #expect(
      try await server.send(request).first == """
        429
        cache-control: no-store
        content-length: 202
        content-type: application/problem+json
        retry-after: 1
        x-request-id: made-1

        {"type":"urn:paywall:problem:rateLimited","title":"Too many requests","status":429,\
        "detail":"Too many requests with this key from this address. Try again in 1 s.",\
        "code":"rateLimited","reason":"client"}
        """)
    for other in [
      Self.paywall("client-key", from: "192.0.2.8"),
      Self.paywall("server-key", from: "192.0.2.7"),
    ] {
      try await Self.drain(server, other, 1)
    }
    moment.pass(milliseconds: 50)
    try await Self.drain(server, request, 1)
    try await Self.drain(server, request, 1, "429")
    do {
      let metrics = server.parts.metrics.text
      metrics.expect(
        has: "paywall_rate_limited_total{scope=\"client\"} 2\n",
        "paywall_rate_limited_total{scope=\"server\"} 0\n")
    }
  }

  /// Addresses of one block empty a bucket; `last` finds it empty, and another caller has another.
  @Test(
    "a /64 of IPv6 is one address, and a server key has one bucket wherever it is used",
    arguments: [
      (
        key: "client-key", block: "2001:db8:1:2::", last: "2001:db8:1:2:ffff::1",
        other: paywall("client-key", from: "2001:db8:1:3::1")
      ),
      (
        key: "server-key", block: "192.0.2.", last: "198.51.100.1",
        other: paywall("admin-key", from: "192.0.2.1")
      ),
    ])
  func shared(key: String, block: String, last: String, other: String) async throws {
    let server = try AskedServer(of: Self.testServer().0)
    for number in 0..<Self.full {
      try await Self.drain(server, Self.paywall(key, from: "\(block)\(number)"), 1)
    }
    try await Self.drain(server, Self.paywall(key, from: last), 1, "429")
    try await Self.drain(server, other, 1)
  }

  @Test("a rate of 0 is no limit")
  func off() async throws {
    let server = try AskedServer(of: Self.testServer(client: 0, server: 0).0)
    for key in ["client-key", "server-key", "wrong-key"] {
      try await Self.drain(
        server, Self.paywall(key, from: "192.0.2.7"), 400, key == "wrong-key" ? "401" : "200")
    }
  }

  @Test("without keys nobody is limited")
  func keyless() async throws {
    var (testServer, _) = Self.testServer()
    testServer.keys = []
    try await Self.drain(
      try AskedServer(of: testServer), "GET /v1/placements/onboarding", 2 * Self.full)
  }

  @Test("who guesses keys is slowed and disconnected, and a good key beside them is not")
  func guessing() async throws {
    let server = try AskedServer(of: Self.testServer().0)
    let guess = Self.paywall("client-kez", from: "192.0.2.7")
    try await Self.drain(server, guess, 20, "401")
    try #require(try await server.send(guess).first).expect(
      429, "\nconnection: close\n", "\nretry-after: 1\n", #""reason":"unknownKey""#)
    let nothing = "GET /v1/products\nX-Forwarded-For: 192.0.2.7"
    try await Self.drain(server, nothing, 1, "429")
    try await Self.drain(server, Self.paywall("client-key", from: "192.0.2.7"), Self.full)
    try await Self.drain(server, Self.paywall("server-key", from: "192.0.2.7"), 1)
    try await Self.drain(server, Self.paywall("client-kez", from: "192.0.2.8"), 1, "401")
  }

  @Test("signed texts are paid for before they are looked at")
  func evidence() async throws {
    let server = try AskedServer(of: Self.testServer().0)
    let texts = Array(repeating: #""no.signed.text""#, count: 49).joined(separator: ",")
    let request = """
      POST /v1/transactions
      X-API-Key: client-key
      X-Forwarded-For: 192.0.2.7
      Content-Type: application/json

      {"transactions":[\(texts)]}
      """
    try await Self.drain(server, request, 4, "422")
    try await Self.drain(server, request, 1, "429")
  }

  @Test("exposures and aliases are paid for one by one, and no paywall is refused over them")
  func records() async throws {
    let server = try AskedServer(of: Self.testServer().0)
    let claims = (0..<100).map { #"{"id":"e\#($0)"}"# }.joined(separator: ",")
    let exposures = """
      POST /v1/exposures
      X-API-Key: client-key
      X-Forwarded-For: 192.0.2.7
      Content-Type: application/json

      {"attributes":{"userId":"u-1"},"exposures":[\(claims)]}
      """
    try await Self.drain(server, exposures, 2)
    let refused = try #require(try await server.send(exposures).first)
    refused.expect(429)
    // 100 claims at 2 a second.
    refused.expect(has: "\nretry-after: 50\n", #""reason":"records""#)
    let alias = """
      POST /v1/aliases
      X-API-Key: client-key
      X-Forwarded-For: 192.0.2.7
      Content-Type: application/json

      {"anonymousId":"a-1","userId":"u-1"}
      """
    try await Self.drain(server, alias, 1, "429")
    try await Self.drain(server, Self.paywall("client-key", from: "192.0.2.7"), 100)
  }

  @Test("notifications that Apple did not sign are limited, by address")
  func garbage() async throws {
    let server = try AskedServer(of: Self.testServer().0)
    func request(from address: String) -> String {
      """
      POST /v1/appstore/notifications
      X-Forwarded-For: \(address)

      {"signedPayload":"no.signed.text"}
      """
    }
    try await Self.drain(server, request(from: "192.0.2.7"), 200, "422")
    try #require(try await server.send(request(from: "192.0.2.7")).first).expect(
      429, #""reason":"notification""#)
    try await Self.drain(server, request(from: "192.0.2.8"), 1, "422")
  }
}

/// A clock that is set by hand.
private final class Moment: Sendable {
  private let now = Mutex<Int64>(0)

  var nanoseconds: Int64 { now.withLock { $0 } }

  func pass(milliseconds: Int64) { now.withLock { $0 += milliseconds * 1_000_000 } }
}
