import HTTPTransport
import NIOPosix
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// Requests run on the event loop of their connection, which has other connections as well.
@Suite("What takes long")
struct OffEventLoopTests {
  @Test("is done beside the event loops: reading the folder")
  func reload() async throws {
    let seen = Seen()
    let app = try AppFolder(showing: "lite")
    let server = try await app.server(load: { folder in
      seen.note()
      return AppFolder.load(folder)
    })
    seen.forget()
    try await withLiveServer({ server.application(limits: .patient(), listening: $0) }) {
      live in
      let status = try await status(of: "POST /v1/reload", live)
      #expect(status == "200")
    }
    #expect(seen.all == ["beside"])
  }

  @Test("is done beside the event loops: looking at the process for its figures")
  func metrics() async throws {
    let seen = Seen()
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.readinessChecks = [
      {
        seen.note()
        return []
      }
    ]
    let parts = try testServer.dependencies()
    var settings = Settings()
    settings.port = 0
    try await withLiveServer({ [settings] running in
      Application.build(
        parts, settings: settings, limits: .patient(), listening: running)
    }) { live in
      let status = try await status(of: "GET /metrics", live)
      #expect(status == "200")
    }
    #expect(seen.all == ["beside"])
  }

  private func status(of line: String, _ live: LiveServer) async throws -> String? {
    try await live.connected { wire in
      try await wire.send(
        "\(line) HTTP/1.1\nHost: localhost\nX-API-Key: admin-key\nContent-Length: 0\n\n")
      return try await wire.response()?.status
    }
  }
}

/// Where something was done.
private final class Seen: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }

  func note() {
    let place = MultiThreadedEventLoopGroup.currentEventLoop == nil ? "beside" : "on an event loop"
    notes.withLock { $0.append(place) }
  }

  func forget() { notes.withLock { $0 = [] } }
}
