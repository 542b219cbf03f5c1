import HTTPTransport
import NIOCore
import PaywallServer
import TestSupport
import Testing

@Suite("Clients that send slowly, or no more", .timeLimit(.minutes(10)))
struct HalfClosedTests {
  private static func get(_ id: String) -> String {
    "GET /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\n\r\n"
  }

  private static func post(_ id: String) -> String {
    "POST /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\nContent-Length: 2\r\n\r\n{}"
  }

  private func live(
    _ use: @Sendable (LiveServer, ServerMetrics) async throws -> Void
  ) async throws {
    let parts = try TestServer().dependencies()
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      try await use(live, parts.metrics)
    }
    // Whoever came has gone.
    #expect(parts.metrics.connections.value == 0)
  }

  /// Reads an answer to each id, in order, and returns their statuses.
  private func statuses(_ wire: inout Wire, of ids: [String]) async throws -> [String] {
    var statuses: [String] = []
    for id in ids {
      guard let response = try await wire.response() else { break }
      #expect(response.head.contains("x-request-id: \(id)\r\n"))
      statuses.append(response.status)
    }
    return statuses
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
        // Half a head may be refused for being one.
        if let refused = try await wire.response() { #expect(refused.status == "400") }
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
}
