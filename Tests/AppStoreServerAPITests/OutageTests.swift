import AppStoreFixtures
import Foundation
import OfferSigning
import PaywallCatalog
import Subscribers
import Testing

@testable import AppStoreServerAPI

/// Apple, or a proxy before it, in a bad hour.
struct OutageTests {
  private static func ask(_ stub: StubTransport, clock: TestClock = TestClock()) async throws
    -> AppStoreAPIError?
  {
    let client = try TestClient(stub, clock: clock).client
    return await failure { try await client.transaction("1", in: .sandbox) }
  }

  @Test(
    "a status of the server's side without a code is an outage, and no answer of Apple's",
    arguments: [500, 502, 503, 504, 599])
  func withoutCode(status: Int) async throws {
    let stub = StubTransport(status, "<html>out of order</html>")
    let error = try #require(try await Self.ask(stub))
    #expect(error.reason == .outage && error.code == nil && error.isRetryable)
    #expect(stub.requests.count == 3)
    #expect(error.detail.contains("HTTP status \(status)"))
    #expect(error.environment == .sandbox && error.detail.contains("sandbox"))
  }

  @Test(
    "an outage with a code is tried at least twice again, and may be over later",
    arguments: [4_040_002, 4_040_004, 4_040_006, 5_000_000, 5_000_001, 5_030_000, 5_990_001])
  func withCode(code: Int) async throws {
    let stub = StubTransport(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"why"}"#)
    let error = try #require(try await Self.ask(stub))
    #expect(error.isRetryable && error.code?.raw == code)
    #expect(stub.requests.count >= 3)
  }

  @Test("what could happen twice is not repeated over an outage")
  func notRepeated() async throws {
    let stub = StubTransport(503)
    let client = try TestClient(stub).client
    let error = await failure { try await client.requestTestNotification(in: .sandbox) }
    #expect(error?.reason == .outage && stub.requests.count == 1)
  }

  @Test("the pauses before repetitions grow and are spread, so that clients do not come together")
  func spread() async throws {
    let store = try TestStore(environment: .sandbox, serving: [.sandbox])
    let verifier = store.verifier
    for (factor, milliseconds) in [(0.5, 750), (1.0, 1_500), (1.5, 2_250)] as [(Double, Int64)] {
      let (clock, stub) = (TestClock(), StubTransport(503))
      let client = AppStoreClient(
        AppStoreAPISettings(key: try .throwAway(id: "keyId00001", issuerId: "issuerId")),
        transport: stub.transport, verifier: { verifier }, now: { clock.now },
        sleep: { try await clock.sleep($0) }, spread: { factor })
      let start = clock.now.milliseconds
      _ = await failure { try await client.transaction("1", in: .sandbox) }
      // 500 and 1,000 ms.
      #expect(clock.now.milliseconds - start == milliseconds)
    }
  }

  /// Milliseconds from now; `nil` if no moment makes sense.
  private static let now = TestStore.clock.milliseconds

  @Test(
    "Retry-After is taken for a moment that makes sense, and never for zero",
    arguments: [
      ("\(now + 90_000)", 90_000), ("30", 30_000), ("\((now + 90_000) / 1_000)", 90_000),
      ("Sun, 01 Jan 2045 00:01:30 GMT", 90_000), ("0", nil), ("-5", nil), ("soon", nil),
      ("", nil), ("\(now - 1)", nil), ("\(now)", nil), ("1000", 1_000_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil), ("9223372036854775807", nil),
      ("99999999999999999999", nil), ("\(now + 86_400_000)", 86_400_000),
    ] as [(String, Int64?)])
  func retryAfter(header: String, milliseconds: Int64?) {
    let response = AppStoreResponse.of(429, "", ["Retry-After": header])
    let moment = response.retryAfter(at: TestStore.clock)
    #expect(moment.map { $0.milliseconds - Self.now } == milliseconds)
  }

  @Test("a moment that makes no sense makes the next call wait a minute", arguments: ["0", "7e3"])
  func senseless(header: String) async throws {
    let clock = TestClock()
    let start = clock.now
    let stub = StubTransport([
      .success(.of(429, "", ["Retry-After": header])), .success(.of(200)),
    ])
    let client = try TestClient(stub, clock: clock).client
    _ = try await client.finish("1", in: .sandbox)
    #expect(clock.now >= start.adding(milliseconds: 60_000))
  }

  @Test("a moment that is far away is told at once, and ends the call", arguments: [429, 503])
  func farAway(status: Int) async throws {
    let clock = TestClock()
    let start = clock.now
    let moment = start.adding(milliseconds: 50 * 60_000)
    let stub = StubTransport(status, "", ["Retry-After": String(moment.milliseconds)])
    let error = try #require(try await Self.ask(stub, clock: clock))
    #expect(stub.requests.count == 1)
    #expect(error.retryAt == moment && error.detail.contains(moment.rfc3339))
    #expect(clock.now == start)
  }

  @Test("a token is dated back some seconds, so that a clock that is a little ahead is no reason")
  func token() throws {
    let key = try SigningKey.throwAway(id: "keyId00001", issuerId: "issuerId")
    let token = try TokenCache(key).token(for: "com.example", at: TestStore.clock)
    let part = token.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
    let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
    let data = try #require(Data(base64Encoded: String(padded)))
    let claims = try JSONDecoder().decode([String: JSON].self, from: data)
    let (issued, ends) = (claims["iat"]?.integer ?? 0, claims["exp"]?.integer ?? 0)
    #expect((3...30).contains(Self.now / 1_000 - issued))
    // Apple takes at most an hour.
    #expect(ends > Self.now / 1_000 && ends - issued <= 3_600)
  }
}
