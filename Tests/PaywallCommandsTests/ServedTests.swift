import Foundation
import TestSupport
import Testing

/// `paywall serve`, and the commands that inspect or ask a running server.
@Suite struct ServedTests {
  private struct Served {
    let url: String
    /// The key of an administrator.
    let key: String
    let folder: URL

    var port: String { url.split(separator: ":").last.map(String.init) ?? "" }
  }

  /// Serves a copy of the example app for as long as `use` runs; then ends it as an operator would.
  ///
  /// - Parameter signsBundles: true to sign with a key in the folder that `root.pem` there
  ///   certifies.
  private func served(
    signsBundles: Bool = false, _ use: (Served) async throws -> Void
  ) async throws {
    try await withCopyOfExample { folder in
      let made = try await paywall(
        "key", "create", "--role", "admin", "--name", "ops", "--add", "--yes", "--json", in: folder)
      let card = try #require(try json(made.output) as? [String: Any])
      let key = try #require(card["key"] as? String)
      let options = signsBundles ? try await bundleOptions(in: folder) : []
      try await serving(["serve", "--config", folder.path()] + options) { url in
        try await use(Served(url: url, key: key, folder: folder))
      }
    }
  }

  private func checks(_ run: Run) throws -> [String: String] {
    let cards = try #require(try json(run.output) as? [[String: Any]])
    return Dictionary(
      cards.compactMap { card in
        guard let check = card["check"] as? String, let verdict = card["verdict"] as? String
        else { return nil }
        return (check, verdict)
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `A doctor sees a server from outside, and that it has the port`() async throws {
    try await served { server in
      let run = try await paywall(
        "doctor", "--url", server.url, "--port", server.port, "--config", server.folder.path(),
        "--json")
      let checks = try checks(run)
      for check in ["server", "clock", "notifications", "port", "ledger", "state"] {
        #expect(checks[check] == "ok", "\(check)")
      }
      #expect(checks["transport"] == "warning")
      #expect(checks["readiness"] == "warning")
      run.expect(0)

      let text = try await paywall(
        "doctor", "--port", server.port, "--config", server.folder.path())
      #expect(text.output.contains("a paywall server answers on \(server.port)"))
    }
  }

  @Test func `A preview that the server made is of the variant that was asked for`() async throws {
    try await served { server in
      let asked = [
        "preview", "--placement", "onboarding", "--variant", "trial", "--for", "30m", "--server",
        server.url,
      ]
      let made = try await run(
        Program.url, asked + ["--json"], environment: ["PAYWALL_ADMIN_KEY": server.key])
      let card = try #require(try json(made.output) as? [String: String])
      #expect(card["experiment"] == "annual-trial")
      let token = try #require(card["token"])
      let here = try await paywall(
        "preview", "--placement", "onboarding", "--variant", "trial", "--config",
        server.folder.path())
      // Both are made with the secret of the same state folder, and have the same beginning.
      here.expect(0)
      #expect(here.output.prefix(3) == token.prefix(3))

      let refused = try await paywall(asked + ["--experiment", "lite-first", "--key", server.key])
      refused.expect(1, complains: "the server refused (4", "help: code ")
    }
  }

  @Test func `An explanation comes from the server, with what it knows itself`() async throws {
    try await served { server in
      let request = server.folder.appending(path: "request.json")
      try Data(
        #"{"placement":"onboarding","attributes":{"userId":"user-7","country":"GB"}}"#.utf8
      ).write(to: request)
      let asked = ["explain", "--request", request.path(), "--server", server.url, "--key"]
      let answered = try await paywall(asked + [server.key]).expect(0)
      let card = try #require(try json(answered.output) as? [String: Any])
      let decision = card["decision"] as? [String: Any]
      #expect((decision ?? card)["placement"] as? String == "onboarding")

      let stated = try await paywall(asked + [server.key, "--subscription", "state=expired"])
      stated.expect(2, complains: "leave --subscription and --recorded out")

      let stranger = try await paywall(asked + ["pw_admin_0"])
      stranger.expect(1, complains: "the server refused (401)", "role admin")
    }
  }

  @Test func `The bundle of a server is verified as an app would, and compared with a folder`()
    async throws
  {
    try await served(signsBundles: true) { server in
      let root = server.folder.appending(path: "root.pem").path()
      func verify(_ url: String, _ more: String..., key: String) async throws -> Run {
        try await run(
          Program.url, ["bundle", "verify", url, "--root-key", root] + more,
          environment: ["PAYWALL_CLIENT_KEY": key])
      }
      let right = try await verify(server.url, "--matches", server.folder.path(), key: server.key)
      right.expect(0, prints: "The bundle is right.")
      try await verify("\(server.url)/v1/bundle", key: server.key).expect(0)
      let keyless = try await verify(server.url, key: "")
      keyless.expect(
        3, complains: "/v1/bundle answers 401", "help: add --key, or put it into PAYWALL_CLIENT_KEY"
      )
      let elsewhere = try await verify("\(server.url)/elsewhere", key: server.key)
      elsewhere.expect(3, complains: "answers 404")
      let closed = try await verify("http://127.0.0.1:1", key: server.key)
      closed.expect(3, complains: "does not answer")
    }
  }

  @Test func `Who asks a server without a key, or where none is, is told what to do`() async throws
  {
    let asked = ["explain", "--placement", "onboarding", "--server", "http://127.0.0.1:1"]
    let keyless = try await run(Program.url, asked, environment: ["PAYWALL_ADMIN_KEY": ""])
    keyless.expect(2, complains: "add --key")
    try await paywall(asked + ["--key", "pw_admin_0"]).expect(3, complains: "does not answer")
    let serverless = try await paywall("explain", "--placement", "onboarding", "--key", "k")
    serverless.expect(2, complains: "--key goes with --server")
    try await paywall("preview", "--placement", "a", "--variant", "b", "--server", "x")
      .expect(2, complains: "https://paywalls.example.com")
  }

  @Test(.inExample) func `A doctor says of an address what is wrong with it`() async throws {
    let closed = try await paywall(
      "doctor", "--url", "http://127.0.0.1:1", "--port", "1", "--json", in: folder)
    let found = try checks(closed)
    #expect(found["server"] == "error")
    #expect(found["port"] == "ok")
    closed.expect(1)
    try await paywall("doctor", "--url", "paywalls.example.com").expect(2)
  }

  @Test(
    .inExample,
    arguments: [
      (["--port", "seventy"], 2), (["--config", "/nowhere/at/all"], 1),
      (["--offer-key", "/nowhere/key.p8", "--offer-key-id", "2X9R4HXF34"], 3),
    ] as [([String], Int32)])
  func `A server that cannot start says why, and how badly`(
    arguments: [String], status: Int32
  ) async throws {
    let run = try await paywall(
      ["serve", "--port", "0", "--config", folder.path()] + arguments)
    run.expect(status, complains: "error: ")
  }

  @Test(
    .inExample,
    arguments: [
      (["--placement", "nowhere", "--variant", "trial"], 1, "nowhere"),
      (["--placement", "onboarding", "--variant", "tryal"], 1, "tryal"),
      (["--placement", "onboarding", "--variant", "trial", "--for", "8d"], 1, "7"),
      (["--placement", "onboarding", "--variant", "trial", "--for", "soon"], 2, "soon"),
    ] as [([String], Int32, String)])
  func `A preview of what is not there, or for too long, is refused`(
    arguments: [String], status: Int32, word: String
  ) async throws {
    let run = try await paywall(["preview"] + arguments, in: folder).expect(status)
    #expect(run.complaints.contains(word))
    #expect(run.output.isEmpty)
  }
}

/// Makes a root key and a bundle key that it certifies; returns the options of a server that signs
/// with them.
func bundleOptions(in folder: URL) async throws -> [String] {
  func path(_ name: String) -> String { folder.appending(path: name).path() }
  for arguments in [
    ["create", "--root", "--out", path("root.pem")], ["create", "--out", path("bundle.pem")],
    [
      "certify", path("bundle.pem"), "--root-key", path("root.pem"), "--out",
      path("bundle.cert"),
    ],
  ] {
    try await paywall(["bundle", "key"] + arguments).expect(0)
  }
  return [
    "--bundle-key", path("bundle.pem"), "--bundle-certificate", path("bundle.cert"),
  ]
}
