import Foundation
import Logging
import PaywallCatalog
import PaywallServer
import Testing

/// Answers by open protocols while their sources change.
@Suite("Flags and features across reloads and schedules")
struct OpenProtocolReloadTests {
  private let app: AppFolder
  private let clock = MovingClock("2026-12-05T12:00:00Z")

  init() throws { app = try AppFolder(showing: "standard") }

  /// The app with its experiment open to all visitors, until 2026-12-22 at 9.
  private func server() async throws -> PaywallService {
    var settings = Settings.patient
    settings.config = app.folder.path
    settings.stateDirectory = app.statePath
    settings.port = 0
    return try await PaywallService(
      settings,
      load: { folder in
        var loaded = AppFolder.load(folder)
        var experiment = Snapshot.lumen.experiments["annual-trial"]
        experiment?.visibility = .public
        experiment?.audience = nil
        experiment?.placements = ["settings"]
        loaded.snapshot?.experiments = experiment.map { [$0.id: $0] } ?? [:]
        return loaded
      }, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }, now: { clock.now },
      requestId: { "made-1" })
  }

  private func features(_ server: PaywallService, tag: String? = nil) async throws -> String {
    try await server.exchange(
      "GET /api/features/any" + (tag.map { "\nIf-None-Match: \($0)" } ?? ""))
  }

  private func flag(_ placement: String, _ server: PaywallService) async throws -> String {
    try await server.exchange(
      """
      POST /ofrep/v1/evaluate/flags/\(placement)
      Content-Type: application/json

      {"context":{"targetingKey":"user-7"}}
      """)
  }

  private func tag(_ response: String) throws -> String {
    try #require(response.firstMatch(of: /etag: ("[0-9a-f]{32}")/).map { String($0.1) })
  }

  /// The paywall that features give to all visitors at the placement `onboarding`.
  private func shown(_ features: String) -> String? {
    features.firstMatch(
      of: /"onboarding":\{"defaultValue":\{"productIds":\[[^\]]*\],"paywall":\{"id":"([^"]+)"/
    ).map { String($0.1) }
  }

  private func release(_ response: String) -> String? {
    response.firstMatch(of: /x-paywall-release: ([0-9a-f]+)/).map { String($0.1) }
  }

  @Test("a reload is in the next answer, under another tag and the name of its release")
  func reload() async throws {
    let server = try await server()
    let before = try await features(server)
    #expect(shown(before) == "standard")
    #expect(try await flag("onboarding", server).contains(#""variant":"standard""#))
    #expect(try await features(server, tag: tag(before)).hasPrefix("304\n"))
    try app.show("standard-trial")
    await server.dependencies.reloader.reload()
    let after = try await features(server, tag: tag(before))
    after.expect(200)
    #expect(shown(after) == "standard-trial")
    #expect(release(after) == TestServer.digest("standard-trial"))
    let flag = try await flag("onboarding", server)
    #expect(flag.contains(#""variant":"standard-trial""#))
    #expect(release(flag) == TestServer.digest("standard-trial"))
    // A folder with a mistake changes neither.
    try app.show("broken")
    await server.dependencies.reloader.reload()
    #expect(try await features(server, tag: tag(after)).hasPrefix("304\n"))
    #expect(try await self.flag("onboarding", server) == flag)
  }

  @Test("every answer during reloads is of the release that it names")
  func duringReloads() async throws {
    let server = try await server()
    let shows = ["standard-trial", "standard"]
    let releases = Dictionary(uniqueKeysWithValues: shows.map { (TestServer.digest($0), $0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<20 {
            let features = try await features(server)
            #expect(shown(features) == release(features).flatMap { releases[$0] })
            let flag = try await flag("onboarding", server)
            let shown = try #require(release(flag).flatMap { releases[$0] })
            #expect(flag.contains(#""variant":"\#(shown)""#))
          }
        }
      }
      for index in 0..<12 {
        try app.show(shows[index % 2])
        await server.dependencies.reloader.reload()
      }
      try await group.waitForAll()
    }
  }

  @Test("at the end of a schedule the experiment is out of both, and back if the clock goes back")
  func schedule() async throws {
    let server = try await server()
    let first = try await features(server)
    #expect(first.contains(#""key":"annual-trial""#))
    #expect(try await flag("settings", server).contains(#""reason":"SPLIT""#))
    clock.set("2026-12-22T08:59:59.999Z")
    #expect(try await features(server, tag: tag(first)).hasPrefix("304\n"))
    #expect(try await flag("settings", server).contains(#""reason":"SPLIT""#))
    clock.set("2026-12-22T09:00:00Z")
    let last = try await features(server, tag: tag(first))
    last.expect(200)
    #expect(!last.contains("annual-trial"))
    #expect(!(try await flag("settings", server).contains("annual-trial")))
    #expect(release(last) == release(first))
    clock.set("2026-12-22T08:59:00Z")
    #expect(try await features(server, tag: tag(first)).hasPrefix("304\n"))
  }

  @Test("whoever asks at the moment of a change gets the payload of that moment")
  func crowd() async throws {
    let server = try await server()
    let first = try await features(server)
    clock.set("2026-12-22T09:00:00Z")
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try await features(server) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(!answers.contains(first))
    #expect(!answers.contains { $0.contains("annual-trial") })
  }
}
