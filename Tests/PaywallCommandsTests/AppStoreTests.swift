import Foundation
import Testing

/// `local-app-store`, and a server that trusts it.
@Suite struct AppStoreTests {
  /// Serves a store for a copy of the example.
  func serving(
    _ options: [String] = [], _ use: (_ url: String, _ folder: URL) async throws -> Void
  ) async throws {
    try await withCopyOfExample { folder in
      try await PaywallCommandsTests.serving(
        ["local-app-store", "serve", "--config", folder.path(), "--start", "2026-01-05T10:00:00Z"]
          + options
      ) { url in try await use(url, folder) }
    }
  }

  private func store(_ url: String, _ arguments: String...) async throws -> Run {
    try await run(
      Program.url, ["local-app-store"] + arguments, environment: ["PAYWALL_APP_STORE": url])
  }

  @Test func `A customer subscribes, the clock moves, and each notification is shown`() async throws
  {
    try await serving { url, _ in
      try await store(url, "customer", "add", "ada", "--storefront", "DEU").expect(0)
      let bought = try await store(url, "buy", "pro_yearly_trial", "--customer", "ada")
      #expect(bought.output.contains("SUBSCRIBED INITIAL_BUY"))
      #expect(bought.output.contains("active, renews 2026-01-12T10:00:00Z"))
      let moved = try await store(url, "advance", "1", "month", "--json")
      let card = try #require(try json(moved.output) as? [String: Any])
      #expect(card["now"] as? String == "2026-02-05T10:00:00Z")
      let sent = try #require(card["notifications"] as? [[String: Any]])
      #expect(sent.map { $0["type"] as? String } == ["DID_RENEW"])

      let again = try await store(url, "buy", "pro_yearly_trial", "--customer", "ada")
      again.expect(
        1, complains: "subscribed to 'pro_yearly_trial' already", "help: code alreadySubscribed")
      let all = try await store(url, "notifications")
      #expect(all.output.components(separatedBy: "\n").count >= 3)
    }
  }

  @Test(.inFolder) func `A file of Xcode is sold without a configuration`() async throws {
    let file = folder.appending(path: "Lumen.storekit")
    let products = URL(filePath: example).appending(path: "Paywalls/store/Products.storekit")
    let text = try String(contentsOf: products, encoding: .utf8).replacing(
      #""productID" : "pro_yearly","#,
      with: #"""
        "billingPlans" : [
          {"billingPlanType" : "BILLED_UPFRONT", "displayPrice" : "59.99"},
          {"billingPlanType" : "MONTHLY", "displayPrice" : "5.99", "isEnabled" : true}
        ], "productID" : "pro_yearly",
        """#)
    try text.write(to: file, atomically: true, encoding: .utf8)
    try await PaywallCommandsTests.serving(
      [
        "local-app-store", "serve", "--products", file.path(), "--bundle-id", "com.example.xcode",
        "--state-dir", folder.path(),
      ]
    ) { url in
      _ = try await store(url, "customer", "add", "ada")
      // The expected values are calculated by hand, from the file.
      for (product, price) in [("coins_100", 990), ("pro_lifetime", 149_990)] {
        let bought = try await store(url, "buy", product, "--customer", "ada", "--json")
        let answer = try #require(try json(bought.output) as? [String: Any])
        let transaction = try #require(answer["transaction"] as? [String: Any])
        #expect(transaction["price"] as? Int == price)
      }
      let trial = try await store(url, "buy", "pro_yearly_trial", "--customer", "ada")
      #expect(trial.output.contains("introductory"), "\(trial.complaints)")
      _ = try await store(url, "customer", "add", "eva", "--storefront", "DEU")
      let monthly = try await store(url, "buy", "pro_yearly", "--monthly", "--customer", "eva")
      #expect(monthly.output.contains("month 1 of 12"), "\(monthly.complaints)")
    }
    let missing = try await paywall([
      "local-app-store", "serve", "--products", file.path() + ".gone", "--bundle-id", "a.b",
    ])
    missing.expect(3, complains: "cannot be read")
    try Data("[1]".utf8).write(to: file)
    try await paywall(["local-app-store", "serve", "--products", file.path(), "--bundle-id", "a.b"])
      .expect(1, complains: "not an object")
  }

  @Test(
    arguments: [
      (["serve", "--products", "x.storekit"], 2, "--bundle-id"),
      (["serve", "--products", "x", "--bundle-id", "a.b", "--production"], 2, "--app-apple-id"),
      (["advance"], 2, "1 month"), (["advance", "1", "fortnight"], 2, "1 month"),
      (["card", "maybe", "--customer", "ada"], 2, "maybe"),
      (["buy", "pro_yearly", "--customer", "ada", "--jws", "x"], 2, "--promotional"),
      (["serve", "--grace", "5"], 2, "3, 16 or 28"),
      (["serve", "--notify", "ftp://x"], 2, "http://"),
      (["serve", "--host", "0.0.0.0"], 2, "PAYWALL_APP_STORE_TOKEN"),
      (["customer", "list", "--app-store", "http://127.0.0.1:1"], 3, "local-app-store serve"),
    ] as [([String], Int32, String)])
  func `What cannot be done is refused with what to do`(
    arguments: [String], status: Int32, word: String
  ) async throws {
    let run = try await run(
      Program.url, ["local-app-store"] + arguments, environment: ["PAYWALL_APP_STORE_TOKEN": ""])
    run.expect(status)
    #expect(run.complaints.contains(word), "\(run.complaints)")
    #expect(run.output.isEmpty)
  }

  @Test func `A server takes the clock of the store that it trusts`() async throws {
    try await serving { url, folder in
      try await PaywallCommandsTests.serving(
        ["serve", "--config", folder.path(), "--app-store", url]
      ) { server in
        let ready = try await ask(server, "GET /health/ready", body: nil, key: "")
        #expect(ready.body.contains(#""code":"localAppStore""#))
        #expect(
          FileManager.default.fileExists(
            atPath: folder.appending(path: ".paywall/local-app-store.sqlite").path()))
      }
      let root = try await paywall("local-app-store", "root", in: folder)
      #expect(root.output.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    }
  }

  @Test func `A server does not start without its store, nor with one of production`() async throws
  {
    try await serving(["--production"]) { url, folder in
      for (store, word) in [("http://127.0.0.1:1", "does not answer"), (url, "--production")] {
        let run = try await paywall("serve", "--port", "0", "--app-store", store, in: folder)
        run.expect(3, complains: word)
      }
    }
  }

  /// The folder of the suite.
  static let stories = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Stories").path()

  @Test(.inExample)
  func `Stories end with 0 if nothing differs, and with 1 and a report if something does`()
    async throws
  {
    let story = folder.appending(path: "wrong.yaml")
    try Data("when:\n  - buy: pro_monthly\nthen:\n  - server: { entitlements: [] }\n".utf8)
      .write(to: story)
    let report = folder.appending(path: "stories.xml")
    try await paywall("local-app-store", "story", "run", "\(Self.stories)/refund.yaml", in: folder)
      .expect(0, prints: "ok   refund", "1 story, none differs")
    let wrong = try await paywall(
      "local-app-store", "story", "run", "\(Self.stories)/refund.yaml", story.path(), "--config",
      folder.path(), "--junit", report.path(), "--patience", "0", "--seed", "5")
    wrong.expect(
      1,
      prints: "wrong.yaml:4:29: error: the server at entitlements: expected a list of 0, seen [{",
      "2 stories, 1 differs; --seed 5 runs them")
    let xml = try String(contentsOf: report, encoding: .utf8)
    #expect(xml.contains(#"tests="2" failures="1""#))
  }

  @Test(.inExample)
  func `Nothing is run if a file is no story, and no root is needed to say so`() async throws {
    let story = folder.appending(path: "broken.yaml")
    try Data("when:\n  - buyy: pro_monthly\n".utf8).write(to: story)
    let run = try await paywall(
      "local-app-store", "story", "run", "\(Self.stories)/refund.yaml", story.path(), in: folder)
    run.expect(2)
    #expect(run.output.isEmpty)
    #expect(run.complaints.contains("broken.yaml:2:5: error: there is no step 'buyy'"))
    #expect(run.complaints.contains("help: did you mean 'buy'?"))
    for arguments in [["nowhere.yaml"], [story.path(), "--header", "a: b"]] {
      try await paywall(["local-app-store", "story", "run"] + arguments).expect(2)
    }
  }
}
