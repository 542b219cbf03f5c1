import HTTPTransport
import NIOCore
import NIOPosix
import PaywallServer
import Testing

@Suite("The port of the metrics", .timeLimit(.minutes(10)))
struct MetricsPortTests {
  private static let get = "GET /metrics HTTP/1.1\nHost: localhost\n\n"

  /// The main port is at another address, which has to leave this one alone.
  private func live(
    _ limits: ConnectionLimits = .patient(), _ use: @Sendable (LiveServer) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server {
      $0.host = "127.0.0.2"
      $0.metricsPort = 0
    }
    try await withLiveServer(
      { running in server.application(limits: limits, listeningForMetrics: running) }, use)
  }

  /// A port of every address would be open at the other one of loopback too.
  @Test("it is open at 127.0.0.1 only")
  func address() async throws {
    try await live { live in
      let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      await #expect(throws: (any Error).self) {
        try await bootstrap.connect(host: "127.0.0.2", port: live.port).get()
      }
    }
  }

  @Test("it asks for no key, and shows what the main port counts")
  func metrics() async throws {
    try await live { live in
      let answer = try await live.connected { wire in
        try await wire.send(Self.get)
        return try await wire.response()
      }
      #expect(answer?.status == "200")
      #expect(
        answer?.head.contains("content-type: text/plain; version=0.0.4; charset=utf-8") == true)
      let text = try Exposition(try #require(answer?.body))
      #expect(text.value("paywall_ready") == 1)
      // A scraper is no client.
      #expect(text.value("paywall_connections_open") == 0)
    }
  }

  /// A page whose name was made to resolve to 127.0.0.1 sends that name.
  @Test(
    "on loopback it answers to names of loopback only",
    arguments: [
      ("localhost", "200"), ("LOCALHOST:9102", "200"), ("127.0.0.1:9102", "200"),
      ("127.0.0.2", "200"), ("[::1]:9102", "200"), ("evil.example", "403"),
      ("evil.example:9102", "403"), ("127.0.0.1.evil.example", "403"), ("10.0.0.1:9102", "403"),
    ])
  func host(_ name: String, _ status: String) async throws {
    try await live { live in
      let answer = try await live.connected { wire in
        try await wire.send("GET /metrics HTTP/1.1\nHost: \(name)\n\n")
        return try await wire.response()
      }
      #expect(answer?.status == status)
      #expect(answer?.body.contains("paywall_ready") == (status == "200"))
    }
  }

  @Test("elsewhere it answers to every name: Prometheus scrapes by address")
  func anyHost() async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server {
      $0.host = "127.0.0.2"
      $0.metricsHost = "0.0.0.0"
      $0.metricsPort = 0
    }
    try await withLiveServer(
      { running in server.application(limits: .patient(), listeningForMetrics: running) }
    ) { live in
      let answer = try await live.connected { wire in
        try await wire.send("GET /metrics HTTP/1.1\nHost: paywall.monitoring.svc:9102\n\n")
        return try await wire.response()
      }
      #expect(answer?.status == "200")
    }
  }

  @Test("it has the time limits of the main port")
  func slow() async throws {
    try await live(.patient { $0.requestTimeout = .milliseconds(100) }) { live in
      try await live.connected { wire in
        try await wire.expect("408", toRaw: "GET /metrics HTT")
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("it has few places, and the one goes that is idle for longest")
  func places() async throws {
    try await live { live in
      try await live.connected { oldest in
        try await oldest.expect("200", to: Self.get)
        try await live.hold(30, asking: Self.get)
        #expect(await oldest.isClosed())
      }
    }
  }
}
