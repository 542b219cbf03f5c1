import HTTPTransport
import NIOCore
import PaywallServer
import ServiceLifecycle
import TestSupport
import Testing

/// A connection gets the framework with the first bytes that are no plain GET of a placement.
@Suite("The hand-over to the framework", .timeLimit(.minutes(10)))
struct HandOverTests {
  private static func get(_ id: String) -> String {
    "GET /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\n\r\n"
  }

  private static func post(_ id: String) -> String {
    "POST /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\nContent-Length: 2\r\n\r\n{}"
  }

  private static let malformed = "GET / HTTX/1.1\r\n\r\n"

  private func live(
    _ limits: ConnectionLimits = .patient(), isSecure: Bool = false,
    _ use: @Sendable (LiveServer, ServerMetrics) async throws -> Void
  ) async throws {
    let parts = try TestServer().dependencies()
    try await withLiveServer(of: parts, limits, isSecure: isSecure) { live in
      try await use(live, parts.metrics)
    }
    // Whoever came has gone.
    #expect(parts.metrics.connections.value == 0)
  }

  /// Reads an answer to each id, in order, and says with what status.
  private func statuses(_ wire: inout Wire, of ids: [String]) async throws -> [String] {
    var statuses: [String] = []
    for id in ids {
      guard let response = try await wire.response() else { break }
      #expect(response.head.contains("x-request-id: \(id)\r\n"))
      statuses.append(response.status)
    }
    return statuses
  }

  @Test(
    "requests of both kinds in one packet are answered in order", arguments: [false, true])
  func onePacket(_ isSecure: Bool) async throws {
    let requests = [Self.get("a"), Self.get("b"), Self.post("c"), Self.get("d"), Self.post("e")]
    try await live(isSecure: isSecure) { live, _ in
      let use: @Sendable (inout Wire) async throws -> Void = { wire in
        try await wire.send(raw: requests.joined() + Self.malformed)
        let answered = try await statuses(&wire, of: ["a", "b", "c", "d", "e"])
        #expect(answered == ["200", "200", "200", "200", "200"])
        #expect(try await wire.response()?.status == "400")
        #expect(await wire.isClosed())
      }
      if isSecure {
        try await live.connectedSecurely { wire, _ in try await use(&wire) }
      } else {
        try await live.connected { wire in try await use(&wire) }
      }
    }
  }

  /// A whole request first, so that the server does not know in advance.
  @Test("a request that comes byte by byte is answered like another", arguments: [0, 1])
  func byteByByte(_ before: Int) async throws {
    try await live { live, _ in
      try await live.connected { wire in
        for _ in 0..<before {
          try await wire.send(raw: Self.get("a"))
          #expect(try await statuses(&wire, of: ["a"]) == ["200"])
        }
        for byte in (Self.get("b") + Self.post("c")).utf8 { await wire.attempt(bytes: [byte]) }
        #expect(try await statuses(&wire, of: ["b", "c"]) == ["200", "200"])
      }
    }
  }

  @Test(
    "who sends no more gets all answers and then the end",
    arguments: [
      ("", []), (get("a"), ["a"]), (get("a") + get("b"), ["a", "b"]), (post("a"), ["a"]),
      (get("a") + post("b"), ["a", "b"]), (get("a") + post("b") + get("c"), ["a", "b", "c"]),
      (get("a") + "GET /v1/pl", ["a"]), (get("a") + post("b") + "GET /v1/pl", ["a", "b"]),
    ] as [(String, [String])])
  func halfClosed(_ bytes: String, _ ids: [String]) async throws {
    try await live { live, _ in
      try await live.connected { wire in
        if !bytes.isEmpty { try await wire.send(raw: bytes) }
        wire.finish()
        #expect(try await statuses(&wire, of: ids) == ids.map { _ in "200" })
        // Half a head may be told that it is one.
        if let refused = try await wire.response() { #expect(refused.status == "400") }
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("who sends no more later on, gets the end as well", arguments: [get("a"), post("a")])
  func halfClosedLater(_ request: String) async throws {
    try await live { live, _ in
      try await live.connected { wire in
        try await wire.send(raw: request)
        #expect(try await statuses(&wire, of: ["a"]) == ["200"])
        wire.finish()
        #expect(await wire.isClosed())
      }
    }
  }

  @Test(
    "a shutdown ends a connection that waits, with and without the framework",
    arguments: ["", get("a"), post("a"), get("a") + "POST /v1/pl"], [false, true])
  func shutdown(_ bytes: String, _ isSecure: Bool) async throws {
    try await live(isSecure: isSecure) { live, metrics in
      let use: @Sendable (inout Wire) async throws -> Void = { wire in
        if bytes.isEmpty {
          await until { metrics.connections.value == 1 }
        } else {
          try await wire.send(raw: bytes)
          #expect(try await statuses(&wire, of: ["a"]) == ["200"])
        }
        await live.group.triggerGracefulShutdown()
        #expect(await wire.isClosed())
      }
      if isSecure {
        try await live.connectedSecurely { wire, _ in try await use(&wire) }
      } else {
        try await live.connected { wire in try await use(&wire) }
      }
    }
  }

  @Test("a request that the framework has begun to read is answered before the shutdown")
  func shutdownWhileAsking() async throws {
    try await live { live, _ in
      try await live.connected { wire in
        let post = Self.post("b")
        try await wire.send(raw: Self.get("a") + post.dropLast())
        #expect(try await statuses(&wire, of: ["a"]) == ["200"])
        await live.group.triggerGracefulShutdown()
        await wire.attempt(raw: String(post.suffix(1)))
        #expect(try await statuses(&wire, of: ["b"]) == ["200"])
        #expect(await wire.isClosed())
      }
    }
  }

  @Test(
    "half a head that never ends is told so",
    arguments: [("", true), (get("a"), true), (get("a"), false), (post("a"), false)])
  func slow(_ before: String, _ isOnePacket: Bool) async throws {
    let half = "GET /v1/placements/onboarding HTT"
    try await live(.patient { $0.requestTimeout = .milliseconds(100) }) { live, _ in
      try await live.connected { wire in
        try await wire.send(raw: isOnePacket ? before + half : before)
        if !before.isEmpty { #expect(try await statuses(&wire, of: ["a"]) == ["200"]) }
        if !isOnePacket { try await wire.send(raw: half) }
        #expect(try await wire.response()?.status == "408")
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("a connection that asks nothing more is closed", arguments: ["", get("a"), post("a")])
  func idle(_ bytes: String) async throws {
    try await live(.patient { $0.idleTimeout = .seconds(1) }) { live, _ in
      try await live.connected { wire in
        await wire.attempt(raw: bytes)
        // One that came too late to be answered was closed for the same reason.
        if !bytes.isEmpty { _ = try? await wire.response() }
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("a client who vanishes leaves nothing behind", arguments: ["", get("a"), post("a")])
  func vanished(_ bytes: String) async throws {
    try await live { live, metrics in
      try await live.connected { wire in
        if bytes.isEmpty {
          await until { metrics.connections.value == 1 }
        } else {
          try await wire.send(raw: bytes)
          #expect(try await statuses(&wire, of: ["a"]) == ["200"])
        }
      }
      await until { metrics.connections.value == 0 }
    }
  }

  /// As when the time of a shutdown is over.
  @Test("a cancelled server closes a connection that waits", arguments: ["", get("a"), post("a")])
  func cancelled(_ bytes: String) async throws {
    let parts = try TestServer().dependencies()
    var settings = Settings()
    settings.port = 0
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let service = Application.build(parts, settings: settings, limits: .patient()) { port in
      continuation.yield(port)
    }
    let group = ServiceGroup(services: [service], logger: parts.logger)
    let running = Task { try await group.run() }
    let port = try #require(await ports.first { _ in true })
    try await LiveServer(port: port, group: group).connected { wire in
      if bytes.isEmpty {
        await until { parts.metrics.connections.value == 1 }
      } else {
        try await wire.send(raw: bytes)
        #expect(try await statuses(&wire, of: ["a"]) == ["200"])
      }
      running.cancel()
      #expect(await wire.isClosed())
    }
    _ = await running.result
    #expect(parts.metrics.connections.value == 0)
  }
}
