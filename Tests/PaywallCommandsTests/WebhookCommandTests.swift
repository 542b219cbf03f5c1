import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import Synchronization
import TestSupport
import Testing

/// Webhooks from the command line.
@Suite struct WebhookCommandTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  @Test func `A test event reaches the receiver, and a receiver that refuses it is named`()
    async throws
  {
    let bodies = Mutex<[String]>([])
    let answer: StubAppStoreServer.Answer = { request in
      bodies.withLock { $0.append(request.body) }
      return (request.target == "/fine" ? 204 : 500, "")
    }
    try await StubAppStoreServer.run(answer) { url in
      try await withEndpoint("\(url)/fine") { folder in
        let taken = try await webhook("test", "backend", in: folder)
        #expect(taken.status == 0 && taken.output.hasPrefix("'backend' took the event evt_"))
      }
      try await withEndpoint("\(url)/broken") { folder in
        let refused = try await webhook("test", "backend", in: folder)
        refused.expect(
          1, complains: "'backend' did not take the event: it answered 500",
          "help: a receiver answers 200 to 299")
      }
    }
    #expect(bodies.withLock { $0.count } == 4)
    #expect(bodies.withLock { $0.allSatisfy { $0.hasPrefix(#"{"type":"webhook.test","#) } })
  }

  @Test func `Without its secret, or by another name, nothing is sent`() async throws {
    try await withEndpoint("http://127.0.0.1:1/") { folder in
      let line = ["webhook", "test", "backend", "--config", folder.path()]
      let unset = try await run(Program.url, line, environment: [:])
      unset.expect(3, complains: "the environment variable HOOK_SECRET is not set")
      let unknown = try await webhook("test", "backnd", in: folder)
      unknown.expect(1, complains: "there is no endpoint 'backnd'", "help: there are 'backend'")
    }
  }

  @Test func `Endpoints, events and retries are those of the ledger`() async throws {
    try await withEndpoint("https://example.com/hooks") { folder in
      let path = folder.appending(path: "ledger.sqlite").path()
      let ledger = try SQLiteLedger.open(path: path)
      let endpoint = WebhookEndpoint(
        name: "backend", url: try WebhookURL("https://example.com/hooks"),
        secrets: [.environment("HOOK_SECRET")])
      try await ledger.setWebhooks([endpoint], at: TestStore.moment)
      _ = try await ledger.append(
        TestStore().notification(
          "ONE_TIME_CHARGE",
          transaction: [
            "transactionId": "101", "originalTransactionId": "101", "productId": "coins_100",
            "type": "Consumable", "purchaseDate": .integer(TestStore.moment.milliseconds),
          ]), at: TestStore.moment)
      let event = try #require(try await ledger.webhookDeliveries(of: nil, nil, limit: 9).first)
      #expect(
        try await ledger.settleWebhooks(
          [WebhookOutcome(event.number, .givenUp("it answered 500"))],
          WebhookReceiver.Health(failures: 2, lastFailure: "it answered 500"), of: "backend",
          round: 0, at: TestStore.moment))
      await ledger.close()
      let options = ["--ledger", path, "--apple-root", try Self.root(in: folder)]
      let list = try await webhook("list", in: folder, options)
      #expect(
        list.output.contains("backend   https://example.com/hooks  failing  0        1"),
        "\(list.output)\(list.complaints)")
      let dead = try await webhook("deliveries", "--state", "dead", in: folder, options)
      #expect(dead.output.contains("\(event.id)  purchase.made"), "\(dead.complaints)")
      let shown = try await webhook("show", event.id, in: folder, options)
      #expect(
        shown.output.hasPrefix(#"{"type":"purchase.made","timestamp":""#)
          && shown.output.hasSuffix("backend: given up after 1 attempt: it answered 500\n"),
        "\(shown.output)\(shown.complaints)")
      let retried = try await webhook("retry", event.id, in: folder, options)
      #expect(retried.output == "\(event.id) goes to backend again.\n", "\(retried.complaints)")
      #expect(
        try await webhook("deliveries", "--state", "dead", in: folder, options).output
          == "None.\n")
      let since = ["--since", TestStore.moment.rfc3339] + options
      let replayed = try await webhook("replay", "backend", in: folder, since)
      #expect(replayed.output == "1 event goes to 'backend' again.\n", "\(replayed.complaints)")
      let nowhere = try await webhook("replay", "backnd", in: folder, since)
      nowhere.expect(1, complains: "the ledger has no endpoint 'backnd'")
      let unknown = try await webhook("retry", "evt_0", in: folder, options)
      unknown.expect(1, complains: "there is no event 'evt_0'")
      try await webhook("deliveries", "--state", "lost", in: folder, options).expect(2)
    }
  }

  @Test func `An Ed25519 key shows its public half, and only another one follows it`() async throws
  {
    try await withEndpoint("https://example.com/hooks") { folder in
      let variables = [
        "HOOK_SECRET": "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "HOOK_SHARED": Self.secret,
        "HOOK_KEY": "whsk_" + Data(repeating: 7, count: 32).base64EncodedString(),
      ]
      func webhook(_ arguments: String...) async throws -> Run {
        try await run(
          Program.url, ["webhook"] + arguments + ["--config", folder.path()],
          environment: variables)
      }
      let shown = try await webhook("show", "backend")
      #expect(
        shown.output == """
          backend: https://example.com/hooks, in the format standard
          env:HOOK_SECRET: whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=

          """, "\(shown.complaints)")
      #expect(
        try await webhook("show", "backend", "--json").output
          .contains("whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="))
      #expect(try await webhook("show", "backnd").complaints.contains("no endpoint 'backnd'"))
      let mixed = try await webhook("rotate", "backend", "--yes", "--to", "env:HOOK_SHARED")
      #expect(mixed.status == 1 && mixed.complaints.contains("of another kind"))
      let rotated = try await webhook("rotate", "backend", "--yes", "--to", "env:HOOK_KEY")
      #expect(rotated.status == 0, "\(rotated.complaints)")
      #expect(
        try await webhook("show", "backend").output.split(separator: "\n").dropFirst()
          .allSatisfy { $0.contains(": whpk_") })
    }
  }

  @Test func `New events are forwarded to this machine, signed, and each of them once`()
    async throws
  {
    let bodies = Mutex<[String]>([])
    let asked = Mutex(0)
    let event = #"""
      {"id":"evt_1","type":"purchase.made","at":"2026-12-05T10:00:00Z","historical":false,\#
      "data":"{\"productId\":\"coins_100\"}"}
      """#
    let answer: StubAppStoreServer.Answer = { request in
      guard request.target.hasPrefix("/v1/webhooks/backend/events") else {
        bodies.withLock { $0.append(request.body) }
        return (204, "")
      }
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      // At first where to begin, then the event and where to read on, then the server ends.
      return switch (count, request.target.split(separator: "=").last) {
      case (1, _): (200, #"{"events":[],"next":"5"}"#)
      case (2, "5"): (200, #"{"events":[\#(event)],"next":"6.7.80"}"#)
      case (3, "6.7.80"): (200, #"{"events":[],"next":"7"}"#)
      default: (503, "")
      }
    }
    try await StubAppStoreServer.run(answer) { url in
      try await withEndpoint("https://example.com/hooks") { folder in
        func listen(_ receiver: String, _ server: [String]) async throws -> Run {
          try await run(
            Program.url,
            ["webhook", "listen", "backend", "--config", folder.path(), "--forward-to", receiver]
              + server, environment: ["HOOK_SECRET": Self.secret])
        }
        let server = ["--server", url, "--key", "admin-key"]
        let listened = try await listen("\(url)/hooks", server)
        #expect(
          listened.output == """
            Events of 'backend' (production) go to \(url)/hooks. Ctrl-C ends it.
            2026-12-05T10:00:00Z  purchase.made  evt_1  taken

            """)
        #expect(listened.status == 3 && listened.complaints.contains("the server refused (503)"))
        #expect(try await listen("https://example.com/hooks", server).status == 2)
        #expect(try await listen("\(url)/hooks", []).status == 2)
      }
    }
    #expect(
      bodies.withLock { $0 } == [
        #"{"type":"purchase.made","timestamp":"2026-12-05T10:00:00Z","data":{"productId":"coins_100"}}"#
      ])
  }

  @Test func `A secret rotates in two steps, and neither is taken twice`() async throws {
    try await withEndpoint("https://example.com/hooks") { folder in
      func rotate(_ options: String...) async throws -> Run {
        try await run(
          Program.url,
          ["webhook", "rotate", "backend", "--yes", "--config", folder.path()] + options,
          environment: [:])
      }
      func places() throws -> [String] {
        let file = folder.appending(path: ConfigurationPath.webhooks)
        return try String(contentsOf: file, encoding: .utf8).matches(of: #/env:[A-Z_]+/#)
          .map { String($0.output) }
      }
      #expect(try await rotate().complaints.contains("no rotation to end"))
      #expect(try await rotate("--to", "whsec_AAAA").status == 2)
      #expect(try await rotate("--to", "env:HOOK_SECRET").status == 1)
      try await rotate("--to", "env:HOOK_NEW", "--json").expect(0)
      #expect(try places() == ["env:HOOK_NEW", "env:HOOK_SECRET"])
      #expect(try await rotate("--to", "env:HOOK_OTHER").complaints.contains("two secrets already"))
      try await rotate("--json").expect(0)
      #expect(try places() == ["env:HOOK_NEW"])
    }
  }

  @Test func `What a customer buys reaches the receiver of a running server`() async throws {
    let types = Mutex<[String]>([])
    let answer: StubAppStoreServer.Answer = { request in
      let type = request.body.split(separator: "\"", maxSplits: 4).dropFirst(3).first
      types.withLock { $0.append(String(type ?? "")) }
      return (200, "")
    }
    let lumen = Program.url.deletingLastPathComponent().appending(path: "lumen")
    try await StubAppStoreServer.run(answer) { receiver in
      try await withEndpoint(receiver, environments: "[sandbox]") { folder in
        let beginning = ["--config", folder.path(), "--start", "2026-12-05T10:00:00Z"]
        try await serving(["local-app-store", "serve", "--seed", "1"] + beginning) { store in
          try await serving(["serve", "--config", folder.path(), "--app-store", store]) { server in
            try await run(lumen, [server, store], environment: [:]).expect(0)
            await until { types.withLock { $0.contains("subscription.product_changed") } }
            // The release that brings the endpoint brings it too.
            await until { types.withLock { $0.contains("experiment.started") } }
          }
        }
      }
    }
    let ofCustomers = types.withLock { $0.filter { $0.hasPrefix("subscription.") } }
    #expect(ofCustomers.first == "subscription.started")
  }

  private static func root(in folder: URL) throws -> String {
    let root = folder.appending(path: "root.cer")
    try Vectors.pki().root.write(to: root)
    return root.path()
  }

  /// Runs a command twice, first as a program reads it: each answer must match its schema.
  private func webhook(
    _ arguments: String..., in folder: URL, _ options: [String] = []
  ) async throws -> Run {
    let line = ["webhook"] + arguments + ["--config", folder.path()] + options
    let environment = ["HOOK_SECRET": Self.secret]
    _ = try await run(Program.url, line + ["--json"], environment: environment)
    return try await run(Program.url, line, environment: environment)
  }

  /// - Parameter environments: the environments with the secret in a file; by default it is in a
  ///   variable.
  private func withEndpoint(
    _ url: String, environments: String? = nil, _ body: (URL) async throws -> Void
  ) async throws {
    try await withCopyOfExample { folder in
      var place = "env:HOOK_SECRET"
      if environments != nil {
        let file = folder.appending(path: "hook.secret")
        try Data(Self.secret.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path())
        place = "file:\(file.path())"
      }
      let text = """
        endpoints:
          backend:
            url: "\(url)"
            secret: "\(place)"
            environments: \(environments ?? "[production]")
            # The store's clock may be long past.
            history: \(environments != nil)
        """
      try Data(text.utf8).write(to: folder.appending(path: ConfigurationPath.webhooks))
      try await body(folder)
    }
  }
}
