import HTTPTransport
import NIOCore
import NIOSSL
import PaywallServer
import ServiceLifecycle
import TestSupport
import Testing

/// Frames and headers that no client sends by mistake.
@Suite("HTTP/2 that is not HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2AbuseTests {
  private func live(
    _ limits: ConnectionLimits = .patient(), _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let certificates = try app.certificates(server.dependencies)
    try await withLiveServer(
      {
        Application.build(
          server.dependencies, settings: server.settings, limits: limits,
          certificates: certificates,
          listening: $0)
      }, use)
  }

  /// RFC 9113, 4.1: length, type, flags, stream.
  private static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: Int = 0, length: Int? = nil, _ payload: [UInt8] = []
  ) -> [UInt8] {
    let length = length ?? payload.count
    var bytes = [16, 8, 0].map { UInt8(length >> $0 & 255) }
    bytes += [type, flags, 0, 0]
    bytes += [8, 0].map { UInt8(stream >> $0 & 255) }
    return bytes + payload
  }

  private static func many(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }

  /// A request with these headers `x`, never indexed (RFC 7541, 6.2.3), in frames of 16 KiB.
  private static func headers(_ count: Int, of length: Int) -> [UInt8] {
    var value = many(length, [0x78])
    if length < 127 {
      value = [UInt8(length)] + value
    } else {
      // RFC 7541, 5.1: seven bits, then the rest in groups of seven.
      let rest = length - 127
      value =
        [127, UInt8(rest & 127) | 128, UInt8(rest >> 7 & 127) | 128, UInt8(rest >> 14)] + value
    }
    let block = get + many(count, [0x10, 1, 0x78] + value)
    let pieces = stride(from: 0, to: block.count, by: 16_384).map {
      Array(block[$0..<min($0 + 16_384, block.count)])
    }
    return pieces.enumerated().reduce(into: []) { bytes, piece in
      let isLast = piece.offset == pieces.count - 1
      bytes += frame(
        piece.offset == 0 ? 1 : 9, flags: (piece.offset == 0 ? 1 : 0) | (isLast ? 4 : 0),
        stream: 1, piece.element)
    }
  }

  /// Requests that are cancelled at once.
  private static func taken(back count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for stream in stride(from: 1, to: 2 * count, by: 2) {
      bytes += frame(1, flags: 5, stream: stream, get)
      bytes += frame(3, stream: stream, [0, 0, 0, 8])
    }
    return bytes
  }

  /// The bytes that every client begins with, and these frames.
  private static func sent(_ frames: [UInt8]...) -> [UInt8] {
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    return preface + frame(4) + Array(frames.joined())
  }

  /// `:method GET`, `:scheme https`, `:path /` by their places in the table of HPACK (RFC 7541, A).
  private static let get: [UInt8] = [0x82, 0x87, 0x84]

  /// Each is an error of the connection, which then has to end (RFC 9113, 5.4.1).
  @Test(
    "a client that breaks the rules of the connection loses it",
    arguments: [
      ("no preface", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)),
      ("a frame of 16 MiB", sent(frame(0, stream: 1, length: 0xFF_FFFF))),
      ("data for no request", sent(frame(0, stream: 1, [0]))),
      ("headers of the connection", sent(frame(1, flags: 5, get))),
      ("headers of a stream of the server", sent(frame(1, flags: 5, stream: 2, get))),
      ("more of no headers", sent(frame(9, flags: 4, stream: 1, get))),
      ("settings cut short", sent(frame(4, [0, 3, 0, 0, 0]))),
      ("a window that is not opened", sent(frame(8, [0, 0, 0, 0]))),
      ("a promise by a client", sent(frame(5, flags: 4, stream: 1, [0, 0, 0, 2, 0x82]))),
      ("headers of no table", sent(frame(1, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF, 0x0F]))),
      ("headers without end", sent(frame(1, stream: 1, get), many(20, frame(9, stream: 1)))),
      ("many headers", sent(headers(5000, of: 1))),
      ("a long header", sent(headers(1, of: 60_000))),
      ("pings without end", sent(many(300, frame(6, many(8, [0]))))),
      ("settings without end", sent(many(300, frame(4)))),
      ("requests taken back without end", sent(taken(back: 240))),
    ] as [(String, [UInt8])])
  func brokenRules(_ name: String, _ bytes: [UInt8]) async throws {
    try await live { live in
      try await live.connectedSecurely(speaking: ["h2"]) { wire, _ in
        await wire.attempt(bytes: bytes)
        // At most settings and GOAWAY, then the end.
        _ = await wire.take()
      }
      let after = try await live.connectedHTTP2 {
        try await $0.exchange(HTTP2Wire.head("GET", "/v1/products"))?.status
      }
      #expect(after == 200, "\(name)")
    }
  }

  /// `StrictRequestTests` has the requests that both protocols refuse.
  @Test(
    "an address as the path, no host or two are refused",
    arguments: [
      [(":path", "http://localhost/v1/products")], [(":authority", "")], [("host", "evil.example")],
    ])
  func strict(_ changes: [(String, String)]) async throws {
    try await live { live in
      try await live.connectedHTTP2 { wire in
        var head = HTTP2Wire.head("GET", "/v1/products")
        head.removeAll { one in changes.contains { $0.0 == one.0 } }
        let pseudo = changes.filter { $0.0.hasPrefix(":") }
        let others = changes.filter { !$0.0.hasPrefix(":") }
        let refused = try await wire.exchange(pseudo + head + others)
        #expect(refused?.status == 400, "\(changes)")
        #expect(refused?.body.contains(#""code":"malformedRequest""#) == true)
      }
    }
  }

  /// The decoder of HTTP/2 resets the stream before the server could answer.
  @Test("a path with a blank is no request")
  func blankInPath() async throws {
    try await live { live in
      try await live.connectedHTTP2 { wire in
        let refused = try? await wire.exchange(HTTP2Wire.head("GET", "/v1/products /x"))
        #expect(refused == nil || refused?.status == 400)
        let after = try await wire.exchange(HTTP2Wire.head("GET", "/v1/products"))
        #expect(after?.status == 200)
      }
    }
  }

  /// An address has an eighth of 24 places.
  @Test("requests without an end have places, of all connections together")
  func places() async throws {
    try await live(.patient { $0.streams = 24 }) { live in
      let head = HTTP2Wire.head("POST", "/v1/exposures")
      try await live.connectedHTTP2 { wire in
        let streams = try await wire.open(3, head)
        let refused = try await live.connectedHTTP2 { other in
          try? await other.exchange(HTTP2Wire.head("GET", "/v1/products"))?.status
        }
        #expect(refused == nil)
        for stream in streams { stream.close(promise: nil) }
        await until {
          let answer = try? await live.connectedHTTP2 {
            try await $0.exchange(HTTP2Wire.head("GET", "/v1/products"))?.status
          }
          return answer == 200
        }
      }
    }
  }

  @Test("a connection without requests ends after a while")
  func idle() async throws {
    try await live(.patient { $0.idleTimeout = .milliseconds(200) }) { live in
      try await live.connectedHTTP2 { try await $0.channel.closeFuture.get() }
    }
  }

  /// FIN, with and without a word of TLS before it.
  @Test("a client that sends no more gets its answers and then the end", arguments: [true, false])
  func halfClosed(_ isTold: Bool) async throws {
    try await live { live in
      try await live.connectedHTTP2 { wire in
        let answer = try await wire.exchange(HTTP2Wire.head("GET", "/v1/products"))
        #expect(answer?.status == 200)
        if isTold {
          try await wire.channel.close(mode: .output)
        } else {
          try await wire.channel.eventLoop.submit {
            let context = try wire.channel.pipeline.syncOperations.context(
              handlerType: NIOSSLClientHandler.self)
            context.close(mode: .output, promise: nil)
          }.get()
        }
        try await wire.channel.closeFuture.get()
      }
    }
  }

  /// A GOAWAY waits for a client that confirms it. This one takes its request back and says no more.
  @Test("a client that confirms nothing does not hold up the end of the server")
  func silent() async throws {
    let writing = Writing.exposures
    let path = Array(writing.path.utf8)
    let (name, key) = (Array("x-api-key".utf8), Array(writing.key.utf8))
    // `:method POST`, `:scheme https`, and literals (RFC 7541, 6.2.2); the body does not come.
    let post = Self.frame(
      1, flags: 4, stream: 1,
      [0x83, 0x87, 0x01, 9] + Array("localhost".utf8) + [0x04, UInt8(path.count)] + path
        + [0, UInt8(name.count)] + name + [UInt8(key.count)] + key)
    let parts = try Writing.testServer().dependencies()
    try await withLiveServer(of: parts, .patient(), isSecure: true) { live in
      try await live.connectedSecurely(speaking: ["h2"]) { wire, _ in
        await wire.attempt(bytes: Self.sent(post, Self.frame(6, Self.many(8, [7]))))
        #expect(await wire.take(until: Self.frame(6, flags: 1, Self.many(8, [7]))))
        await live.group.triggerGracefulShutdown()
        #expect(await wire.take(until: [0, 0, 8, 7, 0, 0, 0, 0, 0]), "GOAWAY")
        await wire.attempt(bytes: Self.frame(3, stream: 1, [0, 0, 0, 8]))
        _ = await wire.take()
      }
    }
  }
}
