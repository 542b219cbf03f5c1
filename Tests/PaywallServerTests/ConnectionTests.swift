import Foundation
import HTTPTransport
import NIOCore
import PaywallServer
import ServiceLifecycle
import Testing

@Suite("Connections")
struct ConnectionTests {
  private static let get = "GET /v1/products HTTP/1.1\nHost: localhost\n\n"

  private func live(
    limits: ConnectionLimits = .patient(),
    _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    try await withLiveServer(of: server, limits, use)
  }

  @Test("no request that is refused costs the connection")
  func keepAlive() async throws {
    let large = String(repeating: " ", count: 100_000)
    let requests: [(String, String)] = [
      ("GET /nowhere HTTP/1.1\nHost: localhost\n\n", "404"),
      ("DELETE /v1/products HTTP/1.1\nHost: localhost\n\n", "405"),
      ("GET /v1/placements/%ff HTTP/1.1\nHost: localhost\n\n", "400"),
      ("GET /v1/placements/x?userId=%zz HTTP/1.1\nHost: localhost\n\n", "400"),
      ("POST /v1/placements/x HTTP/1.1\nHost: localhost\nContent-Length: 5\n\n{\"a\":", "400"),
      (
        "POST /v1/placements/x HTTP/1.1\nHost: localhost\nContent-Length: 2\nContent-Type: text/plain\n\n{}",
        "415"
      ),
      (
        "POST /v1/placements/x HTTP/1.1\nHost: localhost\nContent-Length: 100000\n\n\(large)", "413"
      ),
      (
        "POST /v1/placements/x HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n186a0\r\n\(large)\r\n0\r\n\r\n",
        "413"
      ),
      ("POST /nowhere HTTP/1.1\nHost: localhost\nContent-Length: 100000\n\n\(large)", "404"),
      (
        "GET /v1/products HTTP/1.1\nHost: localhost\nX-Padding: \(String(repeating: "x", count: 9000))\n\n",
        "431"
      ),
      ("GET /v1/status HTTP/1.1\nHost: localhost\n\n", "403"),
      ("GET /v1/products HTTP/1.1\nHost: evil.example\n\n", "403"),
      ("PURGE /v1/products HTTP/1.1\nHost: localhost\n\n", "405"),
    ]
    try await live { server in
      try await server.connected { wire in
        for (request, status) in requests {
          try await wire.send(request)
          let refused = try await wire.response()
          #expect(refused?.status == status, "\(request.prefix(80))")
          #expect(refused?.head.contains("content-type: application/problem+json") == true)
          #expect(refused?.head.contains("x-request-id: ") == true)
          try await wire.send(Self.get)
          #expect(try await wire.response()?.status == "200", "after \(request.prefix(80))")
        }
      }
    }
  }

  @Test("pipelined requests are answered in order, the bad ones among them too")
  func pipelined() async throws {
    try await live { server in
      try await server.connected { wire in
        try await wire.send(
          raw: ["/v1/products", "/nowhere", "/health/live", "/v1/products"].map {
            "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n"
          }.joined())
        var statuses: [String?] = []
        for _ in 0..<4 { statuses.append(try await wire.response()?.status) }
        #expect(statuses == ["200", "404", "200", "200"])
      }
    }
  }

  @Test("a body that was refused and never ends is not read for ever")
  func endless() async throws {
    try await live { server in
      try await server.connected { wire in
        try await wire.send(
          raw:
            "POST /v1/placements HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n{")
        let response = try await wire.response()
        #expect(response?.status == "413")
        #expect(response?.head.contains("connection: close") == true)
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("who asks to close gets the answer and the end", arguments: ["close", "Close"])
  func close(_ word: String) async throws {
    try await live { server in
      try await server.connected { wire in
        try await wire.expect(
          "200", to: "GET /v1/products HTTP/1.1\nHost: localhost\nConnection: \(word)\n\n")
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("HEAD tells the length of the body it leaves out")
  func head() async throws {
    try await live { server in
      try await server.connected { wire in
        try await wire.send(Self.get)
        let get = try await wire.response()
        try await wire.send(Self.get.replacing("GET", with: "HEAD"))
        let head = try await wire.response(hasBody: false)
        #expect(head?.head.contains("content-length: \(get?.body.utf8.count ?? -1)") == true)
        try await wire.expect("200", to: Self.get)
      }
    }
  }

  @Test("a graceful shutdown finishes the request in flight, then ends")
  func shutdown() async throws {
    try await live { server in
      try await server.connected { wire in
        let half =
          "POST /v1/placements/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nUnforeseen: x\r\n\r\n{"
        #expect(try await wire.begin(half) == "200")
        await server.group.triggerGracefulShutdown()
        try await wire.expect("200", toRaw: "}")
        #expect(await wire.isClosed())
      }
    }
  }
}
