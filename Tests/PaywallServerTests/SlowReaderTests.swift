import HTTPTransport
import Logging
import NIOCore
import PaywallServer
import ServiceLifecycle
import TestSupport
import Testing

/// Clients who take a long answer slowly, or not at all.
@Suite("Slow readers", .timeLimit(.minutes(10)))
struct SlowReaderTests {
  private static let paths = ["/long"]
  /// Bytes that the system keeps for who does not read.
  private static let buffer: Int32 = 64 * 1024

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\nHost: localhost\n\n" }

  private func live(
    _ limits: ConnectionLimits,
    _ use: @Sendable (LiveServer, ServerMetrics) async throws -> Void
  ) async throws {
    let server = LongAnswers()
    try await withLiveServer({ server.application(limits, listening: $0) }) { live in
      try await use(live, server.metrics)
    }
  }

  private func secure(
    _ limits: ConnectionLimits, _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let certificates = try Certificates(
      TestCertificate(in: folder).files,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { 1_796_472_000 })
    let server = LongAnswers()
    try await withLiveServer({ server.application(limits, certificates, listening: $0) }, use)
  }

  /// Sixty of 64 places are taken without an eviction; the next connection evicts one.
  @Test("a long answer leaves whole when the connection loses its place", arguments: paths)
  func evicted(_ path: String) async throws {
    try await live(.patient { $0.connections = 64 }) { live, _ in
      try await live.connected(buffer: Self.buffer) { slow in
        try await slow.send(Self.get(path))
        #expect(try await slow.response(hasBody: false)?.status == "200")
        try await live.hold(60, asking: Self.get("/short"))
        #expect(await slow.take() == LongAnswers.count)
      }
    }
  }

  @Test("a long answer leaves whole when the server shuts down", arguments: paths)
  func shutdown(_ path: String) async throws {
    try await live(.patient()) { live, _ in
      try await live.connected(buffer: Self.buffer) { slow in
        try await slow.send(Self.get(path))
        #expect(try await slow.response(hasBody: false)?.status == "200")
        try await live.connected { idle in
          try await idle.expect("200", to: Self.get("/short"))
          await live.group.triggerGracefulShutdown()
          #expect(await idle.isClosed())
        }
        #expect(await slow.take() == LongAnswers.count)
      }
    }
  }

  @Test("who sends no more than a request gets all of the answer", arguments: paths)
  func halfClosed(_ path: String) async throws {
    try await live(.patient()) { live, _ in
      try await live.connected(buffer: Self.buffer) { wire in
        try await wire.send(Self.get(path))
        wire.finish()
        #expect(try await wire.response(hasBody: false)?.status == "200")
        #expect(await wire.take() == LongAnswers.count)
      }
    }
  }

  @Test("who takes nothing of an answer is cut")
  func cut() async throws {
    try await live(.patient { $0.writeTimeout = .milliseconds(300) }) { live, metrics in
      try await live.connected(buffer: Self.buffer) { slow in
        try await slow.send(Self.get("/long"))
        #expect(try await slow.response(hasBody: false)?.status == "200")
        await until { metrics.connections.value == 0 }
        #expect(await slow.take() < LongAnswers.count)
      }
    }
  }

  @Test("who takes nothing of an answer over HTTP/2 loses the stream")
  func cutStream() async throws {
    try await secure(.patient { $0.writeTimeout = .milliseconds(300) }) { live in
      try await live.connectedHTTP2 { wire in
        let taken = try await wire.opened(HTTP2Wire.head("GET", "/long")) { frames, stream in
          try await stream.closeFuture.get()
          return await frames.take()
        }
        #expect(taken < LongAnswers.count)
        #expect(try await wire.exchange(HTTP2Wire.head("GET", "/short"))?.status == 200)
      }
    }
  }

  private static let halfRequests = ConnectionLimits.patient {
    $0.requestTimeout = .milliseconds(500)
  }

  /// A reader takes something thirteen times, each time after the server has waited for half a
  /// request. The server waits eight times as long as that takes on this machine for somebody who
  /// takes nothing: longer than one pause of the reader, and shorter than all of them.
  private func slowly() async throws -> ConnectionLimits {
    let start = ContinuousClock.now
    try await live(Self.halfRequests) { live, _ in try await Self.wait(live) }
    let pause = (ContinuousClock.now - start) / .milliseconds(1)
    var limits = Self.halfRequests
    limits.writeTimeout = max(.seconds(6), .milliseconds(Int64(8 * pause)))
    return limits
  }

  private static func wait(_ live: LiveServer) async throws {
    try await live.connected { wire in
      try await wire.expect("408", toRaw: "GET /short HTT")
    }
  }

  @Test("who takes an answer slowly gets all of it")
  func slow() async throws {
    try await live(slowly()) { live, _ in
      try await live.connected(buffer: Self.buffer) { slow in
        try await slow.send(Self.get("/long"))
        #expect(try await slow.response(hasBody: false)?.status == "200")
        var count = 0
        for _ in 0..<13 {
          try await Self.wait(live)
          count += await slow.take(atLeast: 3 << 19)
        }
        slow.finish()
        #expect(await slow.take() + count == LongAnswers.count)
      }
    }
  }

  @Test("who takes an answer over HTTP/2 slowly gets all of it")
  func slowStream() async throws {
    try await secure(slowly()) { live in
      try await live.connectedHTTP2 { wire in
        let taken = try await wire.opened(HTTP2Wire.head("GET", "/long")) { frames, _ in
          var count = 0
          for _ in 0..<13 {
            // A refusal or, as what is not taken is in its way, the end of the stream.
            _ = try await wire.exchange(HTTP2Wire.head("POST", "/read"), ends: false)
            count += await frames.take(atLeast: 1 << 20)
          }
          return await frames.take() + count
        }
        #expect(taken == LongAnswers.count)
      }
    }
  }
}
