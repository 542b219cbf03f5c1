import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

extension PreviewTests {
  @Test(
    "a token that is no good is a problem, wherever it is sent",
    arguments: [
      ("x", "previewInvalid", "malformed"),
      ("\(token.dropLast())A", "previewInvalid", "wrongSignature"),
    ])
  func invalid(_ token: String, _ code: String, _ reason: String) async throws {
    try await refuse(testServer(), token, code, reason)
  }

  @Test("so is one that has ended, and one of what is there no more")
  func stale() async throws {
    var late = try testServer()
    late.now = time("2026-12-05T13:00:00Z")
    try await refuse(late, Self.token, "previewExpired", "expired")
    try await refuse(
      testServer { $0.placements["onboarding"] = nil }, Self.token, "previewUnknown",
      "unknownPlacement")
    try await refuse(
      testServer { $0.experiments = [:] }, Self.token, "previewUnknown", "unknownExperiment")
    try await refuse(
      testServer { $0.experiments["annual-trial"]?.placements = ["settings"] }, Self.token,
      "previewUnknown", "notAtPlacement")
    try await refuse(
      testServer { $0.experiments["annual-trial"]?.variants.removeLast() }, Self.token,
      "previewUnknown", "unknownVariant")
  }

  @Test("on a server that never made a secret no token is good")
  func noSecret() async throws {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.state = try TemporaryFolder()
    try await refuse(testServer, Self.token, "previewInvalid", "wrongSignature")
    #expect(testServer.state?.names(in: "") == [])
  }

  @Test("a secret that is made beside a running server is found by it")
  func madeMeanwhile() async throws {
    var testServer = TestServer()
    testServer.state = try TemporaryFolder()
    let server = try testServer.application()
    let secret = testServer.secret
    _ = try testServer.stateDirectory.previewSecret(orMadeFrom: { secret })
    try await TestServer.send(
      "GET /v1/placements/onboarding?preview=\(Self.token)", to: server
    ).expect(has: #""reason":"forced""#)
  }

  @Test("a state directory that cannot be written to makes no token, and says so")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file", to: "taken")
    var testServer = try testServer()
    testServer.state = nil
    testServer.statePath = folder.path + "/taken/state"
    try await post(testServer, #"{"placement":"onboarding","variant":"trial"}"#).expect(
      503, "previewUnavailable")
  }

  @Test("a restart keeps previews good")
  func restart() async throws {
    let app = try AppFolder(showing: "lite")
    let order = #"{"placement":"onboarding","variant":"trial"}"#
    let request = "POST /v1/previews\nX-API-Key: admin-key\n\n\(order)"
    let first = try TestServer.Reply(await app.serverWithExperiment().exchange(request))
    let token = try #require(first.body["token"]?.string, "\(first)")
    try await app.serverWithExperiment().exchange(
      "GET /v1/placements/onboarding?preview=\(token)\nX-API-Key: client-key"
    ).expect(has: #""reason":"forced""#)
  }

  private func refuse(
    _ testServer: TestServer, _ token: String, _ code: String, _ reason: String
  ) async throws {
    for request in [
      "GET /v1/placements/onboarding?preview=\(token)\nX-API-Key: client-key",
      "POST /v1/placements/onboarding\nX-API-Key: client-key\n\n{\"preview\":\"\(token)\"}",
      "POST /v1/placements\nX-API-Key: client-key\n\n{\"preview\":\"\(token)\"}",
    ] {
      try await TestServer.Reply(testServer.exchange(request)).expect(
        422, code, reason: reason, has: ["field": "preview"])
    }
  }
}
