import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import PaywallServer

/// Who has used up the guesses of an address is answered at the socket, as the framework would.
@Suite("Guesses at the socket", .timeLimit(.minutes(2)))
struct GuessTests {
  private static let peer = ClientAddress(v4: 0x7F00_0001)
  private static let place = "POST /v1/placements/onboarding HTTP/1.1\r\n"
  private static let host = "Host: localhost\r\n"
  private static let body = "Content-Length: 2\r\n\r\n{}"

  /// Two a ten seconds, and a clock that stands still.
  private static func desk(proxies: [String] = []) -> Desk {
    var desk = Desk(keys: Desk.allKeys)
    desk.rates.client = 20
    desk.proxies = TrustedProxies(proxies.compactMap { AddressRange($0) })
    return desk
  }

  /// A door at which the guesses of the peer are used up, or not.
  private static func door(
    _ desk: Desk = desk(), isUsedUp: Bool = true, fastPath: FastPath = .on
  ) throws -> FrontDoor {
    let parts = try desk.parts()
    if isUsedUp { parts.limiter.drain(1000, .unknownKey, BucketOwner(network: peer)) }
    var settings = Settings()
    settings.fastPath = fastPath
    return Application.build(parts, settings: settings).responder
  }

  private static func answer(_ text: String, _ door: FrontDoor) -> String? {
    door.refuseGuess(Array(text.utf8), from: 0, peer).map { String(buffer: $0) }
  }

  @Test(
    "are refused with the end of the connection, whatever is asked for and with whatever body",
    arguments: [
      "\(place)\(host)X-API-Key: guess\r\n\(body)", "\(place)\(host)\(body)",
      "\(place)\(host)Authorization: Bearer guess\r\nX-Unknown: 1\r\nContent-Length: 1048576\r\n\r\n{",
      "GET /v1/placements/onboarding?userId=u HTTP/1.1\r\n\(host)\r\n",
      "GET /v1/status HTTP/1.1\r\n\(host)X-API-Key: guess\r\n\r\n",
      "DELETE /v1/customers/user-7?by=userId HTTP/1.1\r\n\(host)\r\n",
    ])
  func refused(_ text: String) throws {
    let answer = try #require(try Self.answer(text, Self.door()))
    #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"), "\(answer)")
    #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
    #expect(answer.lowercased().contains("\r\nretry-after: 1\r\n"))
    #expect(answer.contains("\"reason\":\"unknownKey\""))
  }

  @Test(
    "are left to the framework where it could have more to say",
    arguments: [
      "\(place)\(host)X-API-Key: client-key\r\n\(body)", "\(place)X-API-Key: guess\r\n\(body)",
      "\(place)\(host)\(host)X-API-Key: guess\r\n\(body)",
      "\(place)\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "\(place)\(host)Expect: 100-continue\r\n\(body)", "\(place)\(host)Upgrade: h2c\r\n\(body)",
      "\(place)\(host)Connection: close\r\n\(body)",
      "\(place)\(host)Content-Length: 2\r\n\(body)", "\(place)\(host)Content-Length: +2\r\n\r\n{}",
      "\(place)\(host)X-API-Key : guess\r\n\(body)", "\(place)\(host)X: a\r\n b\r\n\(body)",
      "\(place)\(host)X: a\u{0}\r\n\(body)", "\(place)\(host)X-API-Key: gu",
      "\(place)Host: localhost\nX-API-Key: guess\r\n\(body)",
      "POST  /v1/placements/onboarding HTTP/1.1\r\n\(host)\r\n",
      "POST /v1/placements/onboarding HTTP/1.0\r\n\(host)\r\n",
      "PUT /v1/placements/onboarding HTTP/1.1\r\n\(host)\r\n",
      "POST http://localhost/v1/placements/onboarding HTTP/1.1\r\n\(host)\r\n",
      "POST /v1/nothing HTTP/1.1\r\n\(host)\r\n", "GET /health/live HTTP/1.1\r\n\(host)\r\n",
      "POST /v1/appstore/notifications HTTP/1.1\r\n\(host)\(body)", "", "\r\n\r\n",
      "\(place)\(host)X: \(String(repeating: "x", count: 9000))\r\n\(body)",
    ])
  func left(_ text: String) throws {
    #expect(try Self.answer(text, Self.door()) == nil)
  }

  @Test(
    "cost a look and no more as long as some are left, behind a trusted proxy, and when it is off")
  func others() throws {
    let text = "\(Self.place)\(Self.host)X-API-Key: guess\r\n\(Self.body)"
    #expect(try Self.answer(text, Self.door(isUsedUp: false)) == nil)
    #expect(try Self.answer(text, Self.door(Self.desk(proxies: ["127.0.0.0/8"]))) == nil)
    #expect(try Self.answer(text, Self.door(fastPath: .off)) == nil)
    var keyless = Self.desk()
    keyless.keys = []
    #expect(try Self.answer(text, Self.door(keyless)) == nil)
  }

  /// The same answer to the byte, the same counts, and the end of the connection, each way.
  @Test(
    "are answered and counted as the framework does",
    arguments: ["X-API-Key: guess", "X-Request-Id: mine-1", "Authorization: Basic x"])
  func same(_ header: String) async throws {
    let text = "\(Self.place)\(Self.host)\(header)\r\n\(Self.body)"
    var found: [[String]] = []
    for fastPath in [FastPath.off, .on] {
      let parts = try Self.desk().parts()
      parts.limiter.drain(1000, .unknownKey, BucketOwner(network: Self.peer))
      let heads = Found()
      try await withLiveServer(of: parts, .patient(), isSecure: false, fastPath: fastPath) { live in
        try await live.connected { wire in
          // A request behind the last one is answered by nobody.
          try await wire.send(raw: text + text)
          let answer = try await wire.response()
          #expect(await wire.isClosed())
          let lines = (answer?.head ?? "").split(separator: "\r\n").map(String.init)
          heads.set(lines.filter { !$0.hasPrefix("date: ") }.sorted() + [answer?.body ?? ""])
        }
      }
      let counts = parts.metrics.text.split(separator: "\n").map(String.init).filter { line in
        ["paywall_requests_total", "paywall_rate_limited_total"].contains { line.hasPrefix($0) }
      }
      found.append(heads.all + counts)
    }
    #expect(found[0] == found[1])
    #expect(found[0].contains("http/1.1 429 too many requests"))
    #expect(
      found[0].contains { $0.contains("/v1/placements/{placement}") && $0.hasSuffix(" 1") })
  }

  private final class Found: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func set(_ found: [String]) { lines.withLock { $0 = found } }
  }

  @Test("a client that goes, or sends on, leaves nothing behind", arguments: [true, false])
  func gone(_ finishes: Bool) async throws {
    let parts = try Self.desk().parts()
    parts.limiter.drain(1000, .unknownKey, BucketOwner(network: Self.peer))
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      try await live.connected { wire in
        try await wire.send(
          raw: "\(Self.place)\(Self.host)X-API-Key: guess\r\nContent-Length: 1048576\r\n\r\n{")
        #expect(try await wire.response()?.status == "429")
        if finishes {
          wire.finish()
        } else {
          await wire.attempt(raw: String(repeating: " ", count: 100_000))
        }
        #expect(await wire.isClosed())
      }
    }
    await until { parts.metrics.connections.value == 0 }
  }
}
