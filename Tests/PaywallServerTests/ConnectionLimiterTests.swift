import HTTPTransport
import PaywallServer
import Testing

@Suite("Room for connections")
struct ConnectionLimiterTests {
  private static let half =
    "POST /v1/placements/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{"
  private static let get = "GET /v1/products HTTP/1.1\nHost: localhost\n\n"

  private func live(
    _ connections: Int, _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let limits = ConnectionLimits.patient { $0.connections = connections }
    try await withLiveServer(of: server, limits, use)
  }

  /// Sixty of 64 places are taken without an eviction; the next connection evicts one.
  @Test(
    "when it is crowded the connection goes that was of no use for longest", arguments: [0, 1])
  func crowded(_ answers: Int) async throws {
    try await live(64) { live in
      try await live.connected { oldest in
        for _ in 0..<answers {
          try await oldest.expect("200", to: Self.get)
        }
        try await live.hold(60, asking: Self.get, again: true)
        #expect(await oldest.isClosed())
      }
    }
  }

  @Test("when all are busy a newcomer is told to come again, and those who are served stay")
  func full() async throws {
    try await live(2) { live in
      try await live.connected { first in
        #expect(try await first.begin(Self.half) == "200")
        try await live.connected { second in
          #expect(try await second.begin(Self.half) == "200")
          try await live.connected { third in
            let refused = try await third.response()
            #expect(refused?.status == "503")
            #expect(refused?.head.contains("retry-after: 1") == true)
            #expect(refused?.body.contains(#""code":"tooManyConnections""#) == true)
            #expect(await third.isClosed())
          }
          try await second.expect("200", toRaw: "}")
        }
        try await first.expect("200", toRaw: "}")
      }
      // The places are free again, as soon as the server has seen those connections end.
      var next: String?
      repeat {
        next = try await live.connected { wire in
          await wire.attempt(raw: Self.get.replacing("\n", with: "\r\n"))
          return try? await wire.response()?.status
        }
      } while next == nil || next == "503"
      #expect(next == "200")
    }
  }

  @Test("over TLS who finds no room is closed each time, and room is there again afterwards")
  func fullOverTLS() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let certificates = try app.certificates(server.dependencies)
    let limits = ConnectionLimits.patient { $0.connections = 1 }
    try await withLiveServer(of: server, limits, certificates: certificates) { live in
      try await live.connectedSecurely { busy, _ in
        #expect(try await busy.begin(Self.half) == "200")
        for _ in 0..<100 { #expect(try await live.connected { await $0.isClosed() }) }
        try await busy.expect("200", toRaw: "}")
      }
      let metrics = try Exposition(server.dependencies.metrics.text)
      #expect(metrics.value("paywall_refusals_total", ["code": "tooManyConnections"]) == 100)
      var next: String?
      repeat {
        next = try? await live.connectedSecurely { wire, _ in
          try await wire.send(Self.get)
          return try await wire.response()?.status
        }
      } while next == nil
      #expect(next == "200")
    }
  }
}
