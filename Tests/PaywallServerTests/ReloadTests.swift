import Foundation
import HTTPTransport
import PaywallCatalog
@testable import PaywallServer
import Synchronization
import Testing

@Suite("Reloading")
struct ReloadTests {
  @Test("a changed folder is loaded once two looks in a row see the same")
  func change() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    #expect(try await server.shown() == "standard")
    try app.show("standard-trial")
    await server.dependencies.reloader.look()
    #expect(try await server.shown() == "standard")
    await server.dependencies.reloader.look()
    #expect(try await server.shown() == "standard-trial")
    let ready = try await server.exchange("GET /health/ready")
    #expect(
      ready.contains("\"status\":\"ready\",\"release\":\"\(TestServer.digest("standard-trial"))\""))
  }

  #if os(Linux)
  @Test("a folder is read again on a thread that yields to requests")
  func yielding() async throws {
    let app = try AppFolder(showing: "standard")
    let priority = Mutex(0)
    let server = try await app.server(load: { folder in
      priority.withLock { $0 = YieldingThread.priority }
      return AppFolder.load(folder)
    })
    await server.dependencies.reloader.reload()
    #expect(priority.withLock { $0 } == 10)
  }
  #endif

  @Test("a release that is replaced is freed by the next look, not by the last request for it")
  func retired() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let reloader = server.dependencies.reloader
    var inUse: PreparedRelease? = server.dependencies.current.value
    weak let old = inUse
    try app.show("standard-trial")
    await reloader.reload()
    await reloader.look()
    #expect(old != nil)
    inUse = nil
    #expect(old != nil)
    await reloader.look()
    #expect(old == nil)
  }

  @Test("a folder that keeps changing is waited for")
  func debounce() {
    let looks = (0..<4).map { stamp($0) }
    var watch = FolderWatch(loaded: looks[0])
    let seen = [0, 1, 2, 2, 2, 3, 3, 0, 0].map { watch.isDue(looks[$0]) }
    #expect(seen == [false, false, false, true, false, false, true, false, true])
  }

  private func stamp(_ number: Int) -> FolderStamp {
    FolderStamp(files: [
      FolderStamp.File(path: "a", size: Int64(number), inode: 1, seconds: 0, nanoseconds: 0)
    ])
  }

  @Test("a stamp sees contents, names and removal, and not the state directory or dot files")
  func stamps() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "Paywalls/standard.yaml")
    try folder.write("a", to: "Experiments/one.yaml")
    let first = FolderStamp(of: folder.path)
    #expect(first.files.map(\.path) == ["Paywalls/standard.yaml", "Experiments/one.yaml"])
    try folder.write("x", to: ".paywall/copies/x")
    try folder.write("x", to: "Paywalls/.standard.yaml.swp")
    try folder.write("x", to: "README.md")
    #expect(FolderStamp(of: folder.path) == first)
    try folder.write("b", to: "Experiments/one.yaml")
    let second = FolderStamp(of: folder.path)
    #expect(second != first)
    try folder.remove("Experiments/one.yaml")
    #expect(FolderStamp(of: folder.path) != second)
  }

  @Test("a bad reload keeps the last good release, and says so everywhere")
  func bad() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    try app.show("broken")
    await server.dependencies.reloader.look()
    await server.dependencies.reloader.look()
    #expect(try await server.shown() == "standard")
    let ready = try await server.exchange("GET /health/ready")
    ready.expect(
      200,
      #"{"code":"reloadFailed","weight":"degraded","detail":"the last reload had 1 error; the release before is served"}"#
    )
    #expect(
      server.dependencies.metrics.text.contains("paywall_reloads_total{result=\"refused\"} 1\n"))
    #expect(server.dependencies.metrics.text.contains("paywall_last_reload_succeeded 0\n"))
    #expect(server.dependencies.metrics.text.contains("paywall_reload_diagnostics 1\n"))
    #expect(app.lines.all.contains { $0.contains("placements.yaml:1:1: error: broken") })

    try app.show("standard-trial")
    await server.dependencies.reloader.look()
    await server.dependencies.reloader.look()
    #expect(try await server.shown() == "standard-trial")
    #expect(server.dependencies.metrics.text.contains("paywall_last_reload_succeeded 1\n"))
    #expect(try await !server.exchange("GET /health/ready").contains("reloadFailed"))
  }

  @Test("an admin reloads at once, and is told what is wrong")
  func onRequest() async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server()
    let good = try await server.exchange("POST /v1/reload\nX-API-Key: admin-key")
    #expect(good.hasSuffix("{\"release\":\"\(TestServer.digest("lite"))\",\"changed\":false}"))
    try app.show("broken")
    try await server.exchange("POST /v1/reload\nX-API-Key: admin-key").expect(
      422, #""code":"reloadFailed""#, "placements.yaml:1:1: error: broken")
    try await server.exchange("GET /v1/status\nX-API-Key: admin-key").expect(
      has: #""condition":"reloadFailed""#)
  }

  @Test("a reload may not take the last key from a server that others can reach")
  func lastKey() async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server { $0.host = "0.0.0.0" }
    try app.show("standard")
    let diagnostics = try #require(await server.dependencies.reloader.reload().refusal)

    #expect(diagnostics.first?.contains("no key is left") == true)
    #expect(try await server.shown() == "lite")
  }

  @Test("nor from one on this machine: who deletes a file gives nobody a role")
  func lastKeyOnLoopback() async throws {
    let app = try AppFolder(showing: "lite")
    let server = try await app.server()
    try app.show("standard")
    let diagnostics = try #require(await server.dependencies.reloader.reload().refusal)
    #expect(diagnostics.first?.contains("no key is left") == true)
    try await server.exchange("GET /v1/placements/onboarding").expect(401)
  }

  @Test("answers during a reload come whole from one release or the other")
  func concurrent() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let application = server.application()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<100 {
          try app.show(round.isMultiple(of: 2) ? "standard-trial" : "standard")
          await server.dependencies.reloader.reload()
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<250 {
            let response = try await TestServer.send(
              "GET /v1/placements/onboarding", to: application)
            let shown =
              response.contains(#""id":"standard-trial""#) ? "standard-trial" : "standard"
            #expect(response.contains("x-paywall-release: \(TestServer.digest(shown))"))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
