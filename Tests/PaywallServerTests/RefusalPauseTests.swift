import NIOCore
import NIOEmbedded
import NIOHTTP1
import PaywallServer

@testable import HTTPTransport
import Testing

/// After an answer that refuses, a connection rests before more of it is read.
@Suite("Rests after refusals", .timeLimit(.minutes(10)))
struct RefusalPauseTests {
  private func channel(of peer: String) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 50_000)
    return channel
  }

  @Test("the pause doubles up to a limit below the least Retry-After, and is forgotten with time")
  func lengths() throws {
    var pause = try #require(
      RefusalPause(channel(of: Flood.stranger), Flood.proxies, Flood.limits()))
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    let lengths = (0..<7).map { _ in pause.pause(after: 429, at: start) }
    #expect(lengths == [50, 100, 200, 400, 800, 800, 800].map { .milliseconds($0) })
    #expect(lengths.allSatisfy { ($0 ?? .zero) < .seconds(1) })
    #expect(pause.pause(after: 401, at: start + .milliseconds(9_999)) == .milliseconds(800))
    #expect(pause.pause(after: 429, at: start + .seconds(20)) == .milliseconds(50))
  }

  @Test(
    "only who asks too much or without a good key rests",
    arguments: [200, 304, 400, 403, 404, 409, 422, 503])
  func others(_ status: Int) throws {
    var pause = try #require(
      RefusalPause(channel(of: Flood.stranger), Flood.proxies, Flood.limits()))
    #expect(pause.pause(after: status, at: .uptimeNanoseconds(0)) == nil)
  }

  @Test("a proxy that is trusted never rests: many visitors share its connection")
  func proxy() throws {
    #expect(try RefusalPause(channel(of: "10.1.2.3"), Flood.proxies, Flood.limits()) == nil)
    #expect(
      try RefusalPause(channel(of: Flood.stranger), Flood.proxies, Flood.limits(.zero)) == nil)
  }

  @Test(
    "the answer leaves at once, and the next request goes on after the pause, also if it came before"
  )
  func waits() throws {
    let line = try Flood.Line()
    try line.ask("/a")
    try line.ask("/b")
    #expect(try line.answer(.tooManyRequests) == 2)
    #expect(line.heads.paths == ["/a"])
    line.pass(49)
    #expect(line.heads.paths == ["/a"])
    line.pass(1)
    #expect(line.heads.paths == ["/a", "/b"])
    try line.answer(.tooManyRequests)
    line.pass(99)
    try line.ask("/c")
    #expect(line.heads.paths == ["/a", "/b"])
    line.pass(1)
    #expect(line.heads.paths == ["/a", "/b", "/c"])
  }

  @Test("nothing is read in the meantime, so the client's own buffers fill up")
  func backPressure() throws {
    let line = try Flood.Line()
    try line.ask("/a")
    try line.answer(.unauthorized)
    let before = line.reads.count
    line.channel.pipeline.read()
    line.channel.pipeline.read()
    #expect(line.reads.count == before)
    line.pass(50)
    #expect(line.reads.count == before + 1)
    line.channel.pipeline.read()
    #expect(line.reads.count == before + 2)
  }

  @Test("a request that is answered is followed at once, and so is a refusal without pauses")
  func goesOn() throws {
    let line = try Flood.Line()
    try line.ask("/a")
    try line.ask("/b")
    try line.answer(.ok)
    #expect(line.heads.paths == ["/a", "/b"])
    let other = try Flood.Line(pausing: false)
    try other.ask("/a")
    try other.ask("/b")
    try other.answer(.tooManyRequests)
    #expect(other.heads.paths == ["/a", "/b"])
  }

  @Test("a client that goes in the meantime leaves nothing behind")
  func gone() throws {
    let line = try Flood.Line()
    try line.ask("/a")
    try line.ask("/b")
    try line.answer(.tooManyRequests)
    #expect(try line.channel.finish(acceptAlreadyClosed: true).isClean)
    line.pass(1000)
    #expect(line.heads.paths == ["/a"])
  }

  private static let guess =
    "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-API-Key: guess\r\n\r\n"

  /// The pauses are as short as can be seen: what is tested is that requests go on after them.
  @Test("over a socket every request of a flood is answered, and other connections do not wait")
  func socket() async throws {
    let dependencies = try TestServer(keys: TestServer.allKeys).dependencies()
    try await withLiveServer(
      of: dependencies, .patient { $0.longestPause = .milliseconds(1) }, isSecure: false
    ) { live in
      try await live.connected { wire in
        try await wire.send(raw: String(repeating: Self.guess, count: 5))
        for _ in 0..<5 { #expect(try await wire.response()?.status == "401") }
      }
    }
    try await withLiveServer(
      of: dependencies, .patient { $0.longestPause = .minutes(10) }, isSecure: false
    ) { live in
      try await live.connected { wire in
        try await wire.expect("401", toRaw: Self.guess)
        let good = Self.guess.replacing("guess", with: "client-key")
        let other = try await live.connected { other in
          try await other.send(raw: good + good)
          return [try await other.response()?.status, try await other.response()?.status]
        }
        #expect(other == ["200", "200"])
      }
    }
  }

  /// The least capacity of a bucket.
  private static let full = 200

  /// A server whose clients get no token back, because its clock stands still.
  private static func emptied() -> TestServer {
    var server = TestServer(keys: TestServer.allKeys)
    server.rates.client = 1
    server.clock = { 0 }
    return server
  }

  /// 50, 100 and 200 ms lie between four refusals. A slow machine only takes longer.
  @Test(
    "a flood of paywalls with an app's key waits for each of its pauses", arguments: [false, true])
  func pausesOfPaywalls(_ isSecure: Bool) async throws {
    try await withLiveServer(
      of: try Self.emptied().dependencies(), .patient { $0.longestPause = .milliseconds(200) },
      isSecure: isSecure
    ) { live in
      @Sendable func flood(_ wire: inout Wire) async throws {
        let get =
          "GET /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\n"
          + "X-API-Key: client-key\r\n\r\n"
        try await wire.send(raw: String(repeating: get, count: Self.full))
        for _ in 0..<Self.full { #expect(try await wire.response()?.status == "200") }
        let start = ContinuousClock.now
        try await wire.send(raw: String(repeating: get, count: 4))
        for _ in 0..<4 { #expect(try await wire.response()?.status == "429") }
        #expect(ContinuousClock.now - start >= .milliseconds(350))
      }
      if isSecure {
        try await live.connectedSecurely { wire, _ in try await flood(&wire) }
      } else {
        try await live.connected { wire in try await flood(&wire) }
      }
    }
  }

  @Test("requests of HTTP/2 that are refused go on after the pause as well")
  func streams() async throws {
    let dependencies = try TestServer(keys: TestServer.allKeys).dependencies()
    try await withLiveServer(
      of: dependencies, .patient { $0.longestPause = .milliseconds(1) }, isSecure: true
    ) { live in
      try await live.connectedHTTP2 { wire in
        for key in ["guess", "guess", "client-key", "guess", "client-key"] {
          let answer = try await wire.exchange(
            HTTP2Wire.head("GET", "/v1/products", [("x-api-key", key)]))
          #expect(answer?.status == (key == "guess" ? 401 : 200))
        }
      }
    }
  }
}
