import Crypto
import ExperimentReports
import ExperimentResults
import Hummingbird
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Results over HTTP")
struct ResultsTests {
  private func testServer(_ ledger: any Ledger = MemoryLedger()) -> TestServer {
    var server = TestServer()
    server.keys = TestServer.allKeys
    server.ledger = ledger
    return server
  }

  private static let path = "/v1/experiments/annual-trial/results"

  private func status(_ request: String, _ server: TestServer) async throws -> String {
    String(try await server.exchange(request).prefix(3))
  }

  @Test("an admin's key reads the verdict, and no other key does")
  func json() async throws {
    let server = testServer()
    let answer = try await server.exchange("GET \(Self.path)\nX-API-Key: admin-key")
    #expect(answer.hasPrefix("200"))
    #expect(answer.contains("\"decision\":\"wait\""))
    #expect(answer.contains("cache-control: no-store"))
    for key in ["client-key", "server-key"] {
      #expect(try await status("GET \(Self.path)\nX-API-Key: \(key)", server) == "403")
    }
    #expect(try await status("GET \(Self.path)", server) == "401")
  }

  @Test(
    "a question that cannot be answered says why",
    arguments: [
      ("\(path)?phase=0", "400", "malformedQuery"), ("\(path)?by=moon", "400", "malformedQuery"),
      ("\(path)?phase=2", "400", "malformedQuery"),
      ("\(path)?asOf=soon", "400", "malformedQuery"), ("\(path)?x=1", "400", "malformedQuery"),
      ("\(path)?environment=mars", "400", "wrongType"),
      ("/v1/experiments/none/results", "422", "unknownExperiment"),
      ("/v1/experiments/%ff/results", "400", "malformedPath"),
    ])
  func mistakes(path: String, status: String, code: String) async throws {
    let answer = try await testServer().exchange("GET \(path)\nX-API-Key: admin-key")
    #expect(answer.hasPrefix(status))
    #expect(answer.contains("\"code\":\"\(code)\""))
  }

  @Test("a look back, a dimension, an environment and a phase are understood")
  func question() async throws {
    let answer = try await testServer().exchange(
      "GET \(Self.path)?asOf=2026-11-20&by=storefront&environment=sandbox&phase=1\nX-API-Key: admin-key"
    )
    #expect(answer.hasPrefix("200"))
    #expect(answer.contains("\"asOf\":\"2026-11-20T00:00:00Z\""))
    #expect(answer.contains("\"environment\":\"sandbox\""))
  }
}

@Suite("Pages of results")
struct ResultsPageTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"
  private static let own = "Origin: http://localhost"

  private func testServer() -> TestServer {
    var server = TestServer()
    server.keys = TestServer.allKeys
    return server
  }

  /// `name=value` of the cookie that a response sets.
  private func cookie(_ answer: String) throws -> String {
    let line = try #require(answer.split(separator: "\n").first { $0.hasPrefix("set-cookie: ") })
    return String(try #require(line.dropFirst(12).split(separator: ";").first))
  }

  private func signIn(
    _ application: Application<RootResponder>, key: String = "admin-key", _ headers: String = own
  ) async throws -> String {
    try await TestServer.send(
      "POST /sign-in\n\(Self.form)\n\(headers)\n\nexperiment=annual-trial&key=\(key)",
      to: application)
  }

  @Test("without a session every page asks for a key, and shows nothing else")
  func stranger() async throws {
    for path in ["/results", "/results/annual-trial", "/results/none"] {
      let answer = try await testServer().exchange("GET \(path)")
      #expect(answer.hasPrefix("401"))
      #expect(answer.contains("name=\"key\""))
      #expect(!answer.contains("Verdict"))
    }
  }

  @Test("an admin's key opens the pages until the reader signs out")
  func session() async throws {
    let application = try testServer().application()
    let signedIn = try await signIn(application)
    #expect(signedIn.hasPrefix("303"))
    #expect(signedIn.contains("location: /results/annual-trial"))
    #expect(signedIn.contains("HttpOnly; SameSite=Strict"))
    #expect(!signedIn.contains("admin-key"))
    let cookie = try cookie(signedIn)
    for (path, words) in [
      ("/results", "Results of experiments"), ("/results/annual-trial", "Who is ahead?"),
    ] {
      let page = try await TestServer.send("GET \(path)\nCookie: a=b; \(cookie)", to: application)
      #expect(page.hasPrefix("200"))
      #expect(page.contains(words))
      #expect(page.contains("cache-control: no-store"))
      #expect(page.contains("frame-ancestors 'none'"))
      #expect(!page.contains("script-src"))
    }
    let out = try await TestServer.send(
      "POST /sign-out\n\(Self.own)\nCookie: \(cookie)", to: application)
    #expect(out.hasPrefix("303"))
    #expect(out.contains("Max-Age=0"))
    let after = try await TestServer.send("GET /results\nCookie: \(cookie)", to: application)
    #expect(after.hasPrefix("401"))
  }

  /// Lets reports be computed when the test says so.
  private final class Gate: Sendable {
    let isOpen = Mutex(false)

    var source: ResultsSource {
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        await until { self.isOpen.withLock { $0 } }
        return try await question.report(from: MemoryLedger(), snapshot, at: now)
      }
    }
  }

  @Test("a page waits for no first report, and loads itself again until it is there")
  func firstReport() async throws {
    let gate = Gate()
    var server = testServer()
    server.resultsSource = gate.source
    let application = try server.application()
    let cookie = try cookie(try await signIn(application))
    func page(_ path: String) async throws -> String {
      try await TestServer.send("GET \(path)\nCookie: \(cookie)", to: application)
    }
    let waiting = try await page("/results/annual-trial")
    #expect(waiting.hasPrefix("200"))
    #expect(waiting.contains("refresh: 5"))
    #expect(waiting.contains("Being computed"))
    let list = try await page("/results")
    #expect(list.contains("being computed"))
    gate.isOpen.withLock { $0 = true }
    try await until { try await page("/results/annual-trial").contains("Who is ahead?") }
    #expect(!(try await page("/results/annual-trial").contains("refresh: ")))
  }

  @Test("no other key signs in", arguments: ["client-key", "server-key", "none", ""])
  func wrongKey(key: String) async throws {
    let answer = try await signIn(try testServer().application(), key: key)
    #expect(answer.hasPrefix("401"))
    #expect(answer.contains("role=\"alert\""))
    #expect(!answer.contains("set-cookie"))
  }

  @Test(
    "a form of another site is refused",
    arguments: [
      "Origin: https://evil.example", "Origin: null",
      "Origin: http://localhost\nSec-Fetch-Site: cross-site",
      "Sec-Fetch-Site: same-site", "Accept: */*",
    ])
  func foreign(headers: String) async throws {
    let answer = try await signIn(try testServer().application(), headers)
    #expect(answer.hasPrefix("403"))
    #expect(!answer.contains("set-cookie"))
  }

  @Test("over TLS the cookie is secure, also behind a proxy that ends it")
  func secure() async throws {
    let answer = try await signIn(
      try testServer().application(), "Origin: https://localhost\nSec-Fetch-Site: same-origin")
    #expect(answer.contains("set-cookie: __Host-paywall-results="))
    #expect(answer.contains("; Secure"))
  }

  @Test("a made-up cookie opens nothing")
  func forged() async throws {
    let application = try testServer().application()
    let cookie = try cookie(try await signIn(application))
    for forged in [
      "paywall-results=", String(cookie.dropLast()) + "x",
      "paywall-results=\(String(repeating: "0", count: 64))",
    ] {
      let answer = try await TestServer.send("GET /results\nCookie: \(forged)", to: application)
      #expect(answer.hasPrefix("401"))
    }
  }

  /// 200 tokens of `unknownKey` at once.
  @Test("wrong keys are charged until nothing is compared any more")
  func guessing() async throws {
    let application = try testServer().application()
    var refused = 0
    for _ in 0..<205 where try await signIn(application, key: "guess").hasPrefix("429") {
      refused += 1
    }
    #expect(refused == 5)
    #expect(try await signIn(application).hasPrefix("429"))
  }

  @Test("without keys there are no pages")
  func keyless() async throws {
    let answer = try await TestServer().exchange("GET /results")
    #expect(answer.hasPrefix("403"))
    #expect(answer.contains("paywall key create --role admin --add"))
  }

  @Test("a session ends after twelve hours, and with its key")
  func end() throws {
    let sessions = ResultsSessions()
    let keys = APIKeys(TestServer.allKeys)
    let caller = try #require(keys.caller(with: "admin-key"))
    let now = time("2026-12-05T12:00:00Z")
    let cookie = sessions.begin(for: caller, at: now)
    let end = now.adding(milliseconds: 12 * 3_600_000)
    #expect(sessions.caller(of: cookie, keys: keys, at: end.adding(milliseconds: -1)) == caller)
    #expect(sessions.caller(of: cookie, keys: keys, at: end) == nil)
    let others = APIKeys(TestServer.allKeys.filter { $0.role != .admin })
    #expect(sessions.caller(of: cookie, keys: others, at: now) == nil)
  }
}

@Suite("Sessions of several servers")
struct SharedSessionTests {
  private let now = time("2026-12-05T12:00:00Z")
  private let keys = APIKeys(TestServer.allKeys)

  private func sessions(_ byte: UInt8) -> ResultsSessions {
    ResultsSessions(shared: SymmetricKey(data: [UInt8](repeating: byte, count: 32)))
  }

  @Test("a cookie counts at every server with the secret, until its end and with its key")
  func shared() throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let cookie = sessions(7).begin(for: caller, at: now)
    let end = now.adding(milliseconds: 12 * 3_600_000)
    let other = sessions(7)
    #expect(other.caller(of: cookie, keys: keys, at: now) == caller)
    #expect(other.caller(of: cookie, keys: keys, at: end.adding(milliseconds: -1)) == caller)
    #expect(other.caller(of: cookie, keys: keys, at: end) == nil)
    #expect(sessions(8).caller(of: cookie, keys: keys, at: now) == nil)
    #expect(ResultsSessions().caller(of: cookie, keys: keys, at: now) == nil)
    // Another key of the same name and role has another digest.
    var changed = TestServer.allKeys
    for index in changed.indices { changed[index].digest = TestServer.digest("another") }
    #expect(other.caller(of: cookie, keys: APIKeys(changed), at: now) == nil)
  }

  @Test("one that was changed by a digit counts nowhere, and one that was signed out not here")
  func changed() throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let sessions = sessions(7)
    let cookie = sessions.begin(for: caller, at: now)
    for place in 0..<64 {
      var digits = Array(cookie)
      digits[place] = digits[place] == "f" ? "0" : "f"
      #expect(sessions.caller(of: String(digits), keys: keys, at: now) == nil, "\(place)")
    }
    sessions.end(cookie, at: now)
    #expect(sessions.caller(of: cookie, keys: keys, at: now) == nil)
  }
}

@Suite("Computing results")
struct ResultsServiceTests {
  /// Counts what runs at a time.
  private final class Counting: Sendable {
    let state = Mutex((running: 0, most: 0, all: 0))
  }

  private func service(
    _ counting: Counting, now: @escaping @Sendable () -> Timestamp
  ) -> ResultsService {
    ResultsService(
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        counting.state.withLock { state in
          state.running += 1
          state.all += 1
          state.most = max(state.most, state.running)
        }
        await Task.yield()
        counting.state.withLock { $0.running -= 1 }
        return try await question.report(from: MemoryLedger(), snapshot, at: now)
      }, now: now)
  }

  @Test("readers together compute one report at a time, and each only once a minute")
  func once() async throws {
    let counting = Counting()
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    let release = PreparedRelease(Snapshot.lumen)
    let ids = release.snapshot.experiments.keys.sorted().prefix(4)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        for id in ids {
          group.addTask { _ = try await service.report(ResultsQuestion(id), in: release) }
        }
      }
      try await group.waitForAll()
    }
    #expect(counting.state.withLock { $0.most } == 1)
    #expect(counting.state.withLock { $0.all } == ids.count)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.lifetime) }
    _ = try await service.report(ResultsQuestion("annual-trial"), in: release)
    #expect(counting.state.withLock { $0.all } == ids.count + 1)
  }

  @Test("a report that is no longer new is shown until the next one is there")
  func kept() async throws {
    let counting = Counting()
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    let release = PreparedRelease(Snapshot.lumen)
    let question = ResultsQuestion("annual-trial")
    let first = try await service.report(question, in: release)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.lifetime) }
    guard case .report(let shown, isNew: false) = service.readyReport(question, in: release) else {
      Issue.record("the old report is not shown")
      return
    }
    #expect(shown.asOf == first.asOf)
    await until {
      guard case .report(let next, isNew: true) = service.readyReport(question, in: release) else {
        return false
      }
      return next.asOf > first.asOf
    }
    #expect(counting.state.withLock { $0.all } == 2)
  }

  @Test("the report of an experiment that has ended is new for an hour")
  func ended() async throws {
    let counting = Counting()
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    var snapshot = Snapshot.lumen
    var experiment = try #require(snapshot.experiments["annual-trial"])
    experiment.schedule = TimeWindow(
      start: experiment.schedule.start, end: time("2026-12-01T12:00:00Z"))
    snapshot.experiments["annual-trial"] = experiment
    let release = PreparedRelease(snapshot)
    let question = ResultsQuestion("annual-trial")
    _ = try await service.report(question, in: release)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.endedLifetime - 1) }
    _ = try await service.report(question, in: release)
    #expect(counting.state.withLock { $0.all } == 1)
    clock.withLock { $0 = $0.adding(milliseconds: 1) }
    _ = try await service.report(question, in: release)
    #expect(counting.state.withLock { $0.all } == 2)
  }

  @Test("a list leaves places in the queue for pages, and says what it does not compute")
  func bounded() async throws {
    let isOpen = Mutex(false)
    let service = ResultsService(
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        await until { isOpen.withLock { $0 } }
        return try await question.report(from: MemoryLedger(), snapshot, at: now)
      }, now: { time("2026-12-05T12:00:00Z") })
    let release = PreparedRelease(Snapshot.lumen)
    // Moments make questions of their own.
    func ready(_ number: Int, isForList: Bool) -> ResultsService.Ready {
      service.readyReport(
        ResultsQuestion(
          "annual-trial", asOf: time("2026-12-05T11:00:00Z").adding(milliseconds: Int64(number))),
        in: release, isForList: isForList)
    }
    func isComputing(_ ready: ResultsService.Ready) -> Bool {
      if case .computing = ready { true } else { false }
    }
    let listed = (0..<12).map { isComputing(ready($0, isForList: true)) }
    #expect(listed == Array(repeating: true, count: 8) + Array(repeating: false, count: 4))
    #expect(isComputing(ready(8, isForList: false)))
    isOpen.withLock { $0 = true }
    _ = try await service.report(ResultsQuestion("annual-trial"), in: release)
  }
}

@Suite("Alarms of experiments")
struct ExperimentAlarmTests {
  @Test("a silent variant is in the log, in readiness and a metric, once")
  func silent() async throws {
    var server = TestServer()
    server.keys = TestServer.allKeys
    let parts = try server.dependencies()
    let application = Application.build(parts, settings: Settings())
    await parts.alarm.look()
    #expect(parts.alarm.findings == [])
    // Only those who draw 'trial' are recorded: the control stays silent.
    for number in 0..<80 {
      _ = try await TestServer.send(
        """
        POST /v1/exposures
        X-API-Key: client-key

        {"attributes":{"userId":"person-\(number)","country":"GB"},"exposures":[\
        {"id":"e","experiment":"annual-trial","variant":"trial","phase":1,\
        "placement":"onboarding","at":"2026-12-05T11:59:00Z"}]}
        """, to: application)
    }
    await parts.alarm.look()
    await parts.alarm.look()
    #expect(parts.alarm.findings.map(\.check.kind) == [.silentVariant])
    #expect(parts.alarm.findings.first?.experiment == "annual-trial")
    let lines = server.lines.all.filter { $0.contains("an experiment is broken") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("paywall preview") == true)
    let reasons = await parts.readiness.readiness().reasons
    #expect(reasons.contains { $0.code == "experimentAlarm" && $0.weight == .note })
    #expect(
      await parts.report.text().contains(
        "paywall_experiment_broken{experiment=\"annual-trial\",check=\"silentVariant\"} 1"))
  }
}
