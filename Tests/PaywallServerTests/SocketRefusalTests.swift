import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import PaywallAPI
import PaywallServer
import Testing

/// What a caller without tokens is told at the socket, before the framework is set up for them.
@Suite("Refusals at the socket", .timeLimit(.minutes(10)))
struct SocketRefusalTests {
  private static let peer = ClientAddress(v4: 0x7F00_0001)

  /// A clock that stands still: 200 tokens for a client key, 20 for guesses.
  private static func testServer() -> TestServer {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.rates.client = 20
    testServer.clock = { 0 }
    return testServer
  }

  private static func request(
    _ line: String, key: String, body: String = ""
  ) throws -> PlainRequest {
    let length = line.hasPrefix("POST") ? "Content-Length: \(body.utf8.count)\r\n" : ""
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: \(key)\r\n\(length)\r\n\(body)"
    return try #require(PlainRequest(Array(text.utf8), from: 0))
  }

  private static func spend(_ key: String, _ count: Int, _ server: Ways.Server) async throws {
    for _ in 0..<count {
      _ = try await TestServer.respond(
        to: SentRequest("GET /v1/products\nX-API-Key: \(key)").head, "", server.application,
        from: "127.0.0.1")
    }
  }

  private static func status(_ response: PlainResponse?) -> String? {
    response.map { String(String(buffer: $0.bytes).split(separator: " ")[1]) }
  }

  @Test("every route that charges its caller refuses there, of apps, servers and admins")
  func everyRoute() async throws {
    let server = try #require(try Ways(of: Self.testServer()).server(.on))
    let door = server.application.responder
    let routes = door.description.routes.filter {
      [.get, .post].contains($0.operation.method) && $0.operation.path.hasPrefix("/v1/")
    }
    let lines = routes.map { route in
      (
        route,
        "\(route.operation.method) \(route.operation.path.replacing(/\{[^}]+\}/, with: "some"))"
      )
    }
    #expect(routes.count > 15)
    for (_, line) in lines where !line.hasPrefix("GET /v1/placements/") {
      let request = try Self.request(line, key: "guess")
      #expect(door.fastPath.answer(to: request, from: Self.peer).response == nil, "\(line)")
    }
    try await Self.spend("guess", 20, server)
    try await Self.spend("client-key", 200, server)
    for (route, line) in lines {
      for (key, then) in [("guess", PlainResponse.Then.close), ("client-key", .rest)] {
        let response = door.fastPath.answer(to: try Self.request(line, key: key), from: Self.peer)
          .response
        let isCharged = route.standing != .none
        #expect(Self.status(response) == (isCharged ? "429" : nil), "\(line) \(key)")
        if isCharged { #expect(response?.then == then) }
      }
    }
  }

  @Test(
    "the router is asked of every other path and method",
    arguments: [
      "GET /v1/nothing", "POST /v1/products", "GET /v1/products/", "GET /v1//products",
      "GET /v1/pro%64ucts", "GET /health/live", "GET /", "POST /ofrep/v1/evaluate/flags",
      "POST /v1/notifications",
    ])
  func others(_ line: String) async throws {
    let server = try #require(try Ways(of: Self.testServer()).server(.on))
    try await Self.spend("client-key", 200, server)
    let request = try Self.request(line, key: "client-key")
    #expect(
      server.application.responder.fastPath.answer(to: request, from: Self.peer).response == nil)
  }

  @Test("with the fast path off, the framework refuses")
  func off() async throws {
    let server = try #require(try Ways(of: Self.testServer()).server(.off))
    try await Self.spend("client-key", 200, server)
    let request = try Self.request("POST /v1/exposures", key: "client-key", body: "{}")
    #expect(
      server.application.responder.fastPath.answer(to: request, from: Self.peer).response == nil)
  }

  private static func post(_ key: String, _ length: Int) -> String {
    "POST /v1/exposures HTTP/1.1\r\nHost: localhost\r\nX-API-Key: \(key)\r\n"
      + "Content-Length: \(length)\r\n\r\n"
  }

  @Test("a body that comes after its refusal is no request")
  func lateBody() async throws {
    let parts = try Self.testServer().dependencies()
    let body = "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-API-Key: server-key\r\n\r\n"
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      try await live.connected { wire in
        for _ in 0..<200 {
          try await wire.send(raw: body.replacing("server-key", with: "client-key"))
          _ = try await wire.response()
        }
      }
      try await live.connected { wire in
        try await wire.send(raw: Self.post("client-key", body.utf8.count) + body.prefix(10))
        #expect(try await wire.response()?.status == "429")
        try await wire.send(raw: body.dropFirst(10) + body)
        // The one that came after the body.
        #expect(try await wire.response()?.status == "200")
      }
    }
  }

  @Test("a guess is answered and the connection closed, whatever is still sent")
  func guess() async throws {
    let parts = try Self.testServer().dependencies()
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      for _ in 0..<20 {
        try await live.connected { wire in
          try await wire.send(raw: Self.post("guess", 0))
          #expect(try await wire.response()?.status == "401")
        }
      }
      try await live.connected { wire in
        try await wire.send(raw: Self.post("guess", 100_000) + "some of it")
        #expect(try await wire.response()?.status == "429")
        #expect(try await wire.response() == nil)
      }
      try await live.connected { wire in
        let good = "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-API-Key: client-key\r\n\r\n"
        try await wire.send(raw: Self.post("guess", 0) + good)
        #expect(try await wire.response()?.status == "429")
        #expect(try await wire.response() == nil)
      }
    }
  }
}
