import AppStoreFixtures
import HTTPTransport
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallCatalog
import PaywallServer
import Synchronization
import TestSupport
import Testing

/// In the experiment `annual-trial`, `user-7` draws `trial` and `user-15` `control`.
@Suite("Daily counts of decisions and claims")
struct DecisionCountTests {
  private static func get(
    _ user: String, version: String = "3.4.1", platform: String = "iOS", more: String = ""
  ) -> String {
    "GET /v1/placements/onboarding?userId=\(user)&country=GB&appVersion=\(version)"
      + "&platform=\(platform)\(more)"
  }

  private func counted(
    _ parts: Dependencies, in environment: AppStoreEnvironment = .production,
    by label: (DailyCount.Key) -> String
  ) async throws -> [String: Int] {
    #expect(await parts.countFlusher.flush())
    return try await parts.ledger.dailyCounts(of: "annual-trial", in: environment)
      .reduce(into: [:]) { $0[label($1.key), default: 0] += $1.count }
  }

  private static func full(_ key: DailyCount.Key) -> String {
    "\(key.day) \(key.phase) \(key.variant ?? "-") \(key.placement ?? "-")"
      + " \(key.device.platform) \(key.device.appVersion) \(key.event.rawValue)"
  }

  @Test("a decision of an experiment is counted once, with what it was and for whom")
  func served() async throws {
    let (parts, application) = try TestServer().running()
    for request in [
      Self.get("user-7"), Self.get("user-7", version: "3.4.9", platform: "ios"),
      Self.get("user-15"),
      Self.get("user-15", platform: "Linux"), "GET /v1/placements/onboarding?userId=user-7",
      Self.get("user-7", more: "&environment=sandbox"), "GET /v1/placements/settings?userId=u",
      "GET /v1/placements/onboarding?userId=user-7&country=GB&appVersion=x",
      """
      POST /v1/placements

      {"attributes":{"userId":"user-7","country":"GB","appVersion":"12345.1"}}
      """,
      """
      POST /ofrep/v1/evaluate/flags/onboarding
      Content-Type: application/json

      {"context":{"targetingKey":"user-7","country":"GB"}}
      """,
    ] {
      try await TestServer.send(request, to: application).expect(200)
    }
    // 2026-12-05.
    let start = "20792 1"
    #expect(
      try await counted(parts, by: Self.full) == [
        "\(start) trial onboarding iOS 3.4 served": 2,
        "\(start) control onboarding iOS 3.4 served": 1,
        "\(start) control onboarding other 3.4 served": 1,
        "\(start) trial onboarding unknown unknown served": 2,
        "\(start) trial onboarding unknown other served": 1,
      ])
    #expect(
      try await counted(parts, in: .sandbox, by: Self.full)
        == ["\(start) trial onboarding iOS 3.4 served": 1])
  }

  @Test("a preview and a signature are no served decisions")
  func unserved() async throws {
    let shopper = try Shopper()
    var testServer = try TestServer.withExperiments()
    let state = try TemporaryFolder()
    testServer.state = state
    let (parts, application) = try testServer.running()
    let transaction = try #require(try shopper.transaction().string)
    for request in [
      "\(Self.get("user-7"))&preview=\(try testServer.token())\nX-API-Key: client-key",
      """
      POST /v1/offers/sign
      X-API-Key: client-key

      {"placement":"onboarding","product":"pro_yearly","offer":"loyalty","form":"jws",\
      "attributes":{"userId":"user-7","country":"GB"},"transactions":["\(transaction)"]}
      """,
    ] {
      _ = try await TestServer.send(request, to: application)
    }
    #expect(try await counted(parts, by: Self.full) == [:])
  }

  @Test("requests from many tasks and threads are counted exactly, while the counts are flushed")
  func exact() async throws {
    let (parts, application) = try TestServer(isDevelopment: true, logLevel: .error).running()
    let users = ["user-7", "user-15"]
    let isOver = Mutex(false)
    let flushes = Task {
      while !isOver.withLock({ $0 }) {
        await parts.countFlusher.flush()
        await Task.yield()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let request = Self.get(users[task % 2], version: "\(task).0")
          for _ in 0..<250 { _ = try await TestServer.send(request, to: application) }
        }
      }
      try await group.waitForAll()
    }
    isOver.withLock { $0 = true }
    await flushes.value
    #expect(
      try await counted(parts) { "\($0.variant ?? "-") \($0.device.appVersion)" } == [
        "trial 0.0": 250, "control 1.0": 250, "trial 2.0": 250, "control 3.0": 250,
        "trial 4.0": 250, "control 5.0": 250, "trial 6.0": 250, "control 7.0": 250,
      ])
  }

  @Test("invented versions and platforms fill nothing, and no decision is lost")
  func junk() async throws {
    let (parts, application) = try TestServer(logLevel: .error).running()
    for number in 0..<3000 {
      let request = Self.get("user-7", version: "\(number).1", platform: "p\(number)")
      _ = try await TestServer.send(request, to: application)
    }
    let versions = try await counted(parts) { $0.device.appVersion }
    #expect(versions.count == DailyCounts.mostVersions + 1)
    #expect(versions.values.reduce(0, +) == 3000)
    #expect(try await counted(parts) { $0.device.platform } == ["other": 3000])
  }

  @Test("claims are counted by outcome, and only by names that the configuration has")
  func claims() async throws {
    let testServer = try TestServer.withExperiments()
    let (parts, application) = try testServer.running()
    func claim(_ id: String, _ changes: String) -> String {
      #"{"id":"\#(id)","experiment":"annual-trial","at":"2026-12-05T11:59:00Z",\#(changes)}"#
    }
    let claims = [
      claim("1", #""variant":"trial","phase":1,"placement":"onboarding""#),
      claim("2", #""variant":"trial","phase":1,"placement":"onboarding""#),
      claim("3", #""variant":"trial","phase":1,"placement":"junk""#),
      claim("4", #""variant":"junk","phase":1,"placement":"onboarding""#),
      claim("5", #""variant":"trial","phase":77"#),
      #"{"id":"6","experiment":"junk","variant":"trial","phase":1,"at":"2026-12-05T11:59:00Z"}"#,
    ]
    let response = try await TestServer.send(
      """
      POST /v1/exposures
      X-API-Key: client-key

      {"attributes":{"userId":"user-7","country":"GB","platform":"iOS","appVersion":"3.4"},\
      "exposures":[\(claims.joined(separator: ","))]}
      """, to: application)
    response.expect(200)
    let start = "20792"
    #expect(
      try await counted(parts, by: Self.full) == [
        "\(start) 1 trial onboarding iOS 3.4 claimed.recorded": 1,
        "\(start) 1 trial onboarding iOS 3.4 claimed.repeated": 1,
        "\(start) 1 trial - iOS 3.4 claimed.variantMismatch": 1,
        "\(start) 1 - onboarding iOS 3.4 claimed.variantMismatch": 1,
        "\(start) 0 trial - iOS 3.4 claimed.unknownPhase": 1,
      ])
  }

  @Test("counts outlive a restart, and the next process adds to them")
  func restarts() async throws {
    let app = try AppFolder(showing: "standard")
    for round in 1...3 {
      let server = try await app.serverWithExperiment({
        $0.ledger = app.folder.path + "/ledger.sqlite"
      })
      for _ in 0..<5 { _ = try await server.exchange(Self.get("user-7")) }
      #expect(
        try await counted(server.dependencies) { $0.variant ?? "-" } == ["trial": 5 * round])
      await server.dependencies.ledger.close()
    }
  }

  @Test("what a ledger that is away cannot take is written once, when it is back")
  func away() async throws {
    let memory = SQLiteLedger.inMemory()
    let isAway = Mutex(true)
    let ledger = ReopeningLedger(pause: .zero) { () throws(LedgerFailure) in
      guard !isAway.withLock({ $0 }) else { throw .unavailable("no disk") }
      return memory
    }
    let (parts, application) = try TestServer(ledger: ledger, logLevel: .error).running()
    for _ in 0..<3 {
      // Decided without the ledger, a visitor with a user id would not be enrolled.
      _ = try await TestServer.send(
        "GET /v1/placements/onboarding?anonymousId=user-7&country=GB", to: application)
      #expect(await !parts.countFlusher.flush())
    }
    isAway.withLock { $0 = false }
    await until {
      _ = try? await ledger.lateRedemptions()
      return ledger.failure == nil
    }
    await parts.countFlusher.drain()
    #expect(try await counted(parts) { $0.variant ?? "-" } == ["trial": 3])
  }
}
