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
    try await withLiveServer(
      { running in server.application(limits: limits, listening: running) }, use)
  }

  /// Opens connections that get an answer each, one after another, and another once all are open.
  private func hold(_ count: Int, on live: LiveServer) async throws {
    guard count > 0 else { return }
    try await live.connected { wire in
      try await wire.send(Self.get)
      #expect(try await wire.response()?.status == "200")
      try await hold(count - 1, on: live)
      try await wire.send(Self.get)
      #expect(try await wire.response()?.status == "200")
    }
  }

  /// Of 64 places 60 are taken without a word; the next costs one.
  @Test(
    "when it is crowded the connection goes that was of no use for longest", arguments: [0, 1])
  func crowded(_ answers: Int) async throws {
    try await live(64) { live in
      try await live.connected { oldest in
        for _ in 0..<answers {
          try await oldest.send(Self.get)
          #expect(try await oldest.response()?.status == "200")
        }
        try await hold(60, on: live)
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
            #expect(refused?.body.contains("\"code\":\"tooManyConnections\"") == true)
            #expect(await third.isClosed())
          }
          try await second.send(raw: "}")
          #expect(try await second.response()?.status == "200")
        }
        try await first.send(raw: "}")
        #expect(try await first.response()?.status == "200")
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
    try await withLiveServer(
      { running in
        Application.build(
          server.dependencies, settings: server.settings, limits: limits,
          certificates: certificates,
          listening: running)
      }
    ) { live in
      try await live.connectedSecurely { busy, _ in
        #expect(try await busy.begin(Self.half) == "200")
        for _ in 0..<100 { #expect(try await live.connected { await $0.isClosed() }) }
        try await busy.send(raw: "}")
        #expect(try await busy.response()?.status == "200")
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
