import Foundation
import LocalAppStoreStories
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@testable import PaywallCommands

/// Commands of `local-app-store` that need no store.
@Suite struct StoreProgramTests {
  private func store(_ arguments: String...) async throws -> Run {
    try await run(Program.store, arguments, environment: [:])
  }

  @Test(.inFolder) func `A story that ends differently is named, and its place is in the report`()
    async throws
  {
    let file = folder.appending(path: "seven.yaml")
    try "when: [{ buy: pro_monthly }]\nthen:\n  - server: { entitlements.count: 7 }\n".write(
      to: file, atomically: true, encoding: .utf8)
    let report = folder.appending(path: "stories.xml")
    let told = try await store(
      "story", "run", file.path(), "--config", example, "--paywall", Program.url.path(),
      "--patience", "0", "--seed", "7", "--junit", report.path())
    told.expect(
      1, prints: "seven.yaml:3:35: error: the server at entitlements.count: expected 7, seen 1",
      "--seed 7 runs them with the same ids")
    let written = try String(contentsOf: report, encoding: .utf8)
    #expect(written.contains("tests=\"1\" failures=\"1\""))
    #expect(written.contains("line=\"3\""))
  }

  @Test(.inFolder) func `A story needs the program that is tested`() async throws {
    let text = folder.appending(path: "paywall")
    try "no program".write(to: text, atomically: true, encoding: .utf8)
    for path in [text.path(), folder.path(), "/nowhere/paywall"] {
      let refused = try await store(
        "story", "run", "\(example)/Tests/Stories/refund.yaml", "--config", example, "--paywall",
        path)
      refused.expect(3)
      #expect(
        refused.complaints == """
          error: '\(path)' is no program
          help: --paywall takes the file of the program 'paywall'

          """)
    }
    // A program that serves nothing says why in its own words.
    let other = try await store(
      "story", "run", "\(example)/Tests/Stories/refund.yaml", "--config", example, "--paywall",
      Program.store.path())
    other.expect(3, complains: "unknown option '--for-tests'")
  }

  @Test(.inExample) func `A configuration with a mistake is answered before any story`()
    async throws
  {
    let app = folder.appending(path: "Paywalls/store/app.yaml")
    try "bundleId: 1\n".write(to: app, atomically: true, encoding: .utf8)
    let refused = try await store(
      "story", "run", "\(example)/Tests/Stories/refund.yaml", "--config", folder.path())
    refused.expect(1, complains: "Paywalls/store/app.yaml:1:")
  }

  @Test(.timeLimit(.minutes(5)))
  func `A server for tests ends with its standard input`() async throws {
    try await serving(["local-app-store", "serve", "--config", example]) { store in
      let server = try ChildProcess(
        Program.url.path(),
        [
          "serve", "--for-tests", "--port", "0", "--config", example, "--ledger", "memory",
          "--app-store", store,
        ], environment: ChildProcess.patience)
      #expect(try await server.complaints(until: "listening on ").contains("listening on "))
      try server.input.close()
      #expect(try await server.end().status == 0)
    }
  }

  @Test(.inExample) func `A server for tests has neither the keys of the folder nor its receivers`()
    throws
  {
    let stores = folder.appending(path: "Paywalls/store")
    try "keys:\n  ios: { role: client, digest: \(String(repeating: "ab", count: 32)) }\n".write(
      to: stores.appending(path: "keys.yaml"), atomically: true, encoding: .utf8)
    try """
    endpoints:
      backend: { url: "https://api.example.com/hooks", secret: env:HOOK }

    """.write(to: stores.appending(path: "webhooks.yaml"), atomically: true, encoding: .utf8)
    let whole = LoadedFolder.catalogFiles(folder.path())
    #expect(whole.keys?.count == 1 && whole.snapshot?.webhooks.count == 1)
    let told = LoadedFolder.forTests(folder.path())
    #expect(told.keys == [] && told.snapshot?.keys == [] && told.snapshot?.webhooks == [])
    #expect(told.snapshot?.paywalls == whole.snapshot?.paywalls)
  }

  @Test func `A server for tests is refused without a store on this machine`() async throws {
    let alone = try await paywall("serve", "--for-tests", "--config", example)
    alone.expect(2, complains: "--for-tests goes with --app-store, on this machine")
    let far = try await paywall(
      "serve", "--for-tests", "--config", example, "--app-store", "https://store.example.com",
      "--app-store-token", "0123456789abcdef0123456789abcdef")
    far.expect(2, complains: "--for-tests goes with --app-store, on this machine")
    let open = try await paywall(
      "serve", "--for-tests", "--config", example, "--app-store", "http://127.0.0.1:9",
      "--host", "0.0.0.0")
    open.expect(2, complains: "--for-tests takes no --host 0.0.0.0")
  }

  @Test(.inFolder) func `The root is printed, and written as Apple offers its own`() async throws {
    let state = folder.appending(path: "state").path()
    let printed = try await store("root", "--config", example, "--state-dir", state).expect(0)
    let file = folder.appending(path: "root.cer")
    try await store("root", "--config", example, "--state-dir", state, "--out", file.path())
      .expect(0)
    let body = printed.output.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    #expect(try Data(contentsOf: file) == Data(base64Encoded: body))
  }

  @Test func `What commands print as JSON has a schema`() async throws {
    let card = try await store("schema", "buy").expect(0)
    #expect(try json(card.output) is [String: Any])
    try await store("schema", "root").expect(1, complains: "'local-app-store root' prints no JSON")
  }

  @Test(.inFolder) func `A story is told to a back end of one's own`() async throws {
    let file = folder.appending(path: "own.yaml")
    try """
    when: [{ buy: pro_monthly }]
    then:
      - sent: [SUBSCRIBED/INITIAL_BUY]
      - get: /state
        body: { ok: true }

    """.write(to: file, atomically: true, encoding: .utf8)
    let state = folder.appending(path: "state").path()
    let told = try await StubAppStoreServer.run({ request in
      (200, request.target == "/state" ? #"{"ok":true}"# : "")
    }) { url in
      try await store(
        "story", "run", file.path(), "--config", example, "--state-dir", state, "--notify",
        "\(url)/apple", "--header", "Authorization: Bearer test")
    }
    told.expect(0, prints: "1 story, none differs")
  }

  @Test(arguments: [
    (["story", "run", "a.yaml", "--notify", "ftp://x"], "--notify takes an address such as"),
    (["story", "run", "a.yaml", "--header", "A: b"], "--back-end and --header go with --notify"),
    (
      ["story", "run", "a.yaml", "--notify", "http://127.0.0.1:3000", "--header", "A"],
      "--header takes 'Name: value'"
    ),
    (["serve", "--api-key", "a.p8"], "--api-key, --api-key-id and --api-issuer go together"),
  ])
  func `Options that do not fit are named`(typed: [String], message: String) async throws {
    let refused = try await run(Program.store, typed, environment: [:]).expect(2)
    #expect(refused.complaints.contains(message), "\(refused.complaints)")
  }

  @Test func `A key that is none is named before the store starts`() async throws {
    let refused = try await store(
      "serve", "--config", example, "--port", "0", "--api-key", "\(example)/README.md",
      "--api-key-id", "ABCDEFGHIJ", "--api-issuer", "57246542-96fe-1a63-e053-0824d011072a")
    refused.expect(3, complains: "cannot be read as a P-256 key in PEM")
  }

  @Test(
    arguments: [
      (
        200, #"{"customers":[]}"#, 0,
        "No customers yet; add one with 'local-app-store customer add'."
      ),
      (200, "<html>", 3, "answers something else than a local App Store"),
      (502, "<html>", 3, "answers 502, and is no local App Store"),
    ] as [(Int, String, Int32, String)])
  func `Whatever answers at the address of the store is said`(
    status: Int, body: String, exit: Int32, words: String
  ) async throws {
    let answer = try await StubAppStoreServer.run({ _ in (status, body) }) { url in
      try await store("customer", "list", "--app-store", url)
    }
    answer.expect(exit)
    #expect((answer.output + answer.complaints).contains(words), "\(answer)")
  }
}
