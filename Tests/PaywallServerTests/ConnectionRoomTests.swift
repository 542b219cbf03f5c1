import PaywallServer
import Testing

@Suite("Room for connections")
struct ConnectionRoomTests {
  private static let get = "GET /v1/products HTTP/1.1\nHost: localhost\n\n"

  private func live(
    _ connections: Int, _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    var limits = ConnectionLimits()
    limits.connections = connections
    let chosen = limits
    try await withLiveServer(
      { running in server.application(limits: chosen, onServerRunning: running) }, use)
  }

  @Test("when it is crowded the connection goes that was of no use for longest")
  func crowded() async throws {
    try await live(4) { live in
      try await live.connected { idle in
        try await idle.send(Self.get)
        #expect(try await idle.response()?.status == "200")
        for _ in 0..<12 {
          try await live.connected { _ in
            try await live.connected { _ in
              try await live.connected { last in
                try await last.send(Self.get)
                #expect(try await last.response()?.status == "200")
              }
            }
          }
        }
        #expect(await idle.isClosed())
      }
    }
  }

  @Test("when all are busy a newcomer is told to come again, and those who are served stay")
  func full() async throws {
    let half =
      "POST /v1/placements/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{"
    try await live(2) { live in
      try await live.connected { first in
        try await first.send(raw: half)
        try await live.connected { second in
          try await second.send(raw: half)
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
      // The places are free again.
      try await live.connected { next in
        try await next.send(Self.get)
        #expect(try await next.response()?.status == "200")
      }
    }
  }
}
