import ExperimentReports
import ExperimentResults
import Ledger
import LedgerSQLite
import PaywallCatalog
@testable import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Pages of results")
struct ResultsPageTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"
  private static let own = "Origin: http://localhost"

  private let testServer = TestServer(keys: TestServer.allKeys)

  /// `name=value` of the cookie that a response sets.
  private func cookie(_ answer: String) throws -> String {
    let line = try #require(answer.split(separator: "\n").first { $0.hasPrefix("set-cookie: ") })
    return String(try #require(line.dropFirst(12).split(separator: ";").first))
  }

  private func signIn(
    _ application: Application, key: String = "admin-key", _ headers: String = own
  ) async throws -> String {
    try await TestServer.send(
      "POST /sign-in\n\(Self.form)\n\(headers)\n\npage=/results/annual-trial&key=\(key)",
      to: application)
  }

  @Test("without a session every page asks for a key, and shows nothing else")
  func stranger() async throws {
    for path in ["/results", "/results/annual-trial", "/results/none", "/revenue"] {
      let answer = try await testServer.exchange("GET \(path)")
      #expect(answer.hasPrefix("401"))
      #expect(answer.contains(#"name="key""#))
      #expect(!answer.contains("Verdict"))
    }
  }

  @Test(
    "a viewer's or an admin's key opens the pages until the reader signs out",
    arguments: ["viewer-key", "admin-key"])
  func session(key: String) async throws {
    let application = try testServer.application()
    let signedIn = try await signIn(application, key: key)
    #expect(signedIn.hasPrefix("303"))
    #expect(signedIn.contains("location: /results/annual-trial"))
    #expect(signedIn.contains("HttpOnly; SameSite=Strict"))
    #expect(!signedIn.contains(key))
    let cookie = try cookie(signedIn)
    for (path, words) in [
      ("/results", "Results of experiments"), ("/results/annual-trial", "Who is ahead?"),
      ("/revenue", "Nothing was bought yet"),
    ] {
      let page = try await TestServer.send("GET \(path)\nCookie: a=b; \(cookie)", to: application)
      #expect(page.hasPrefix("200"))
      #expect(page.contains(words))
      page.expect(has: "cache-control: no-store", "frame-ancestors 'none'")
      #expect(!page.contains("script-src"))
    }
    try await TestServer.send(
      "POST /sign-out\n\(Self.own)\nCookie: \(cookie)", to: application
    ).expect(303, "Max-Age=0")
    try await TestServer.send("GET /results\nCookie: \(cookie)", to: application).expect(401)
  }

  @Test("lead to the facts of another environment, and begin with the server's own")
  func environments() async throws {
    var settings = Settings()
    for isLocal in [false, true] {
      settings.appStore = isLocal ? LocalAppStoreSettings(url: "http://127.0.0.1:8090") : nil
      let application = Application.build(try testServer.dependencies(), settings: settings)
      let cookie = try cookie(try await signIn(application))
      func page(_ path: String) async throws -> String {
        try await TestServer.send("GET \(path)\nCookie: \(cookie)", to: application)
      }
      let (usual, other) = isLocal ? ("sandbox", "production") : ("production", "sandbox")
      let shown = #"<b aria-current="true">"#
      for path in ["/results", "/results/annual-trial", "/revenue"] {
        try await page(path).expect(
          has: "\(shown)\(usual)</b>", #"<a href="\#(path)?environment=\#(other)">\#(other)</a>"#)
        let others = try await page("\(path)?environment=\(other)")
        others.expect(has: "\(shown)\(other)</b>", #"<a href="\#(path)">\#(usual)</a>"#)
        // The way to the experiments, and back, stays in the environment.
        #expect(others.contains(#"href="/results?environment=\#(other)">All experiments"#))
      }
      #expect(
        try await page("/results?environment=\(other)").contains(
          #"href="/results/annual-trial?environment=\#(other)">"#))
      for query in ["environment=Sandbocks", "phase=1"] {
        #expect(try await page("/results?\(query)").hasPrefix("400\n"), "\(query)")
      }
    }
  }

  /// Lets reports be computed when the test says so.
  private final class Gate: Sendable {
    let isOpen = Mutex(false)

    var source: ResultsSource {
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        await until { self.isOpen.withLock { $0 } }
        return try await question.report(from: SQLiteLedger.inMemory(), snapshot, at: now)
      }
    }
  }

  @Test("a page waits for no first report, and loads itself again until it is there")
  func firstReport() async throws {
    let gate = Gate()
    var server = testServer
    server.resultsSource = gate.source
    let application = try server.application()
    let cookie = try cookie(try await signIn(application))
    func page(_ path: String) async throws -> String {
      try await TestServer.send("GET \(path)\nCookie: \(cookie)", to: application)
    }
    try await page("/results/annual-trial").expect(200, "refresh: 5", "Being computed")
    try await page("/results").expect(has: "being computed")
    gate.isOpen.withLock { $0 = true }
    try await until { try await page("/results/annual-trial").contains("Who is ahead?") }
    #expect(!(try await page("/results/annual-trial").contains("refresh: ")))
  }

  @Test("no other key signs in", arguments: ["client-key", "server-key", "none", ""])
  func wrongKey(key: String) async throws {
    let answer = try await signIn(try testServer.application(), key: key)
    #expect(answer.hasPrefix("401"))
    #expect(answer.contains(#"role="alert""#))
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
    let answer = try await signIn(try testServer.application(), headers)
    #expect(answer.hasPrefix("403"))
    #expect(!answer.contains("set-cookie"))
  }

  @Test("over TLS the cookie is secure, also behind a proxy that ends it")
  func secure() async throws {
    try await signIn(
      try testServer.application(), "Origin: https://localhost\nSec-Fetch-Site: same-origin"
    ).expect(has: "set-cookie: __Host-paywall-results=", "; Secure")
  }

  @Test("a made-up cookie opens nothing")
  func forged() async throws {
    let application = try testServer.application()
    let cookie = try cookie(try await signIn(application))
    for forged in [
      "paywall-results=", String(cookie.dropLast()) + "x",
      "paywall-results=\(String(repeating: "0", count: 64))",
    ] {
      try await TestServer.send("GET /results\nCookie: \(forged)", to: application).expect(401)
    }
  }

  /// 200 tokens of `unknownKey` at once.
  @Test("wrong keys are charged until nothing is compared any more")
  func guessing() async throws {
    let application = try testServer.application()
    var refused = 0
    for _ in 0..<205 where try await signIn(application, key: "guess").hasPrefix("429") {
      refused += 1
    }
    #expect(refused == 5)
    #expect(try await signIn(application).hasPrefix("429"))
  }

  @Test("without keys there are no pages")
  func keyless() async throws {
    try await TestServer().exchange("GET /results").expect(
      403, "paywall key create --role viewer --add")
  }

  @Test("a session ends after twelve hours, and with its key")
  func end() async throws {
    let sessions = ResultsSessions()
    let keys = APIKeys(TestServer.allKeys)
    let caller = try #require(keys.caller(with: "admin-key"))
    let now = time("2026-12-05T12:00:00Z")
    let cookie = sessions.begin(for: caller, at: now)
    let end = now.adding(milliseconds: 12 * 3_600_000)
    #expect(
      try await sessions.caller(of: cookie, keys: keys, at: end.adding(milliseconds: -1)) == caller)
    #expect(try await sessions.caller(of: cookie, keys: keys, at: end) == nil)
    let others = APIKeys(TestServer.allKeys.filter { $0.role != .admin })
    #expect(try await sessions.caller(of: cookie, keys: others, at: now) == nil)
  }
}
