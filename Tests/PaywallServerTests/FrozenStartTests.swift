import AppStoreFixtures
import HTTPService
import Ledger
import LedgerSQLite
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// A start compares the folder with the ledger, as a reload does.
@Suite("Starting with what is frozen")
struct FrozenStartTests {
  private let app: FrozenFolder

  init() throws { app = try FrozenFolder("7f3a9c21 running") }

  private func server(_ app: FrozenFolder, ledger: String? = nil) async throws -> PaywallService {
    var settings = Settings.patient
    settings.config = app.folder.path
    settings.stateDirectory = app.state.path
    settings.ledger = ledger
    let logger = app.lines.logger(.trace)
    return try await PaywallService(
      settings, load: FrozenFolder.load, logger: logger, now: { time("2026-12-05T12:00:00Z") },
      requestId: { "made-1" })
  }

  /// Enrols the first visitor, over HTTP, and ends the server.
  private func enrol(_ app: FrozenFolder) async throws {
    let server = try await server(app)
    let reply = try await server.exchange(TestServer.exposure(of: "user-7", more: ""))
    #expect(reply.hasSuffix(#"{"exposures":[{"id":"e","outcome":"recorded"}]}"#))
    await server.dependencies.ledger.close()
  }

  private func seed(_ server: PaywallService) -> String? { server.dependencies.current.seed }

  @Test("a folder that contradicts the ledger serves the last good copy, and says so")
  func copy() async throws {
    try await enrol(app)
    try app.write("00000001 running")
    let second = try await server(app)
    #expect(seed(second) == "7f3a9c21")
    let ready = try await second.exchange("GET /health/ready")
    ready.expect(has: #""status":"degraded""#, #""servingCopy""#)
    #expect(
      app.lines.all.contains {
        $0.contains("[frozenChanged] the seed of 'annual-trial' changes from 7f3a9c21")
      })

    try app.write("7f3a9c21 running")
    await second.dependencies.reloader.reload()
    #expect(second.dependencies.current.condition == .current)
    await second.dependencies.ledger.close()
  }

  @Test("a reload of a running server is refused by what it recorded itself")
  func running() async throws {
    try await enrol(app)
    let second = try await server(app)
    try app.write("00000001 running")
    let reply = try await TestServer.Reply(
      second.exchange("POST /v1/reload\nX-API-Key: admin-key"))
    #expect(reply.status == 422 && reply.code == "reloadFailed", "\(reply)")
    #expect(
      reply.body["detail"]?.string == """
        The release before stays. 1 error: Experiments/annual-trial.yaml: error: [frozenChanged] \
        the seed of 'annual-trial' changes from 7f3a9c21 to 00000001: all visitors would be \
        re-assigned
          help: put 7f3a9c21 back; to change it, begin again with 'paywall experiment restart \
        annual-trial' (phase 2)
        """)
    #expect(seed(second) == "7f3a9c21")
    let ready = try await second.exchange("GET /health/ready")
    ready.expect(has: #""status":"degraded""#, #""reloadFailed""#)
    await second.dependencies.ledger.close()
  }

  @Test("without a copy, or with one that contradicts as well, it ends with the diagnostics")
  func noCopy() async throws {
    try await enrol(app)
    try app.folder.remove(".paywall/current")
    try app.write("00000001 running")
    let error = await #expect(throws: StartError.self) { try await server(app) }
    #expect(error?.description.contains("error: [frozenChanged] the seed") == true)

    // A copy of the same contradiction, as after the ledger was put in from elsewhere.
    try app.state.keep(
      FolderStamp(of: app.folder.path), of: app.folder.path,
      as: FrozenFolder.snapshot(seed: "00000001").release)
    #expect(app.copiedSeed == "00000001")
    await #expect(throws: StartError.self) { try await server(app) }
  }

  @Test("a start without the ledger serves the folder, compares later, and keeps the copy")
  func away() async throws {
    try await enrol(app)
    try app.write("00000001 running")
    // A folder is no file that could be opened.
    let second = try await server(app, ledger: app.folder.path)
    #expect(seed(second) == "00000001" && second.dependencies.current.condition == .current)
    #expect(app.lines.all.contains { $0.contains("is compared with the enrolled visitors") })
    #expect(app.copiedSeed == "7f3a9c21")
    await second.dependencies.ledger.close()
  }

  @Test("a broken folder without a copy ends before a ledger is made")
  func broken() async throws {
    let app = try FrozenFolder("broken")
    await #expect(throws: StartError.self) { try await server(app) }
    #expect(app.folder.names(in: ".paywall") == [])
  }
}
