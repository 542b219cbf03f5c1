import Foundation
import PaywallServer
import Testing

@Suite("Restarting")
struct RestartTests {
  private let app: AppFolder

  init() throws { app = try AppFolder(showing: "standard") }

  @Test("a start with a bad folder serves the copy of the last good release")
  func copy() async throws {
    let app = try AppFolder(showing: "standard-trial")
    _ = try await app.server()
    try app.show("broken")
    let server = try await app.server()
    #expect(try await server.shown() == "standard-trial")
    try await server.exchange("GET /health/ready").expect(
      has: #""status":"degraded""#, #""code":"servingCopy""#)
    #expect(server.dependencies.metrics.text.contains("paywall_degraded 1\n"))
    #expect(app.lines.all.contains { $0.contains("placements.yaml:1:1: error: broken") })

    try app.show("standard")
    await server.dependencies.reloader.reload()
    #expect(try await server.shown() == "standard")
    #expect(server.dependencies.metrics.text.contains("paywall_degraded 0\n"))
  }

  @Test("the copy is of the last release that was accepted, whether at start or later")
  func latest() async throws {
    let first = try await app.server()
    try app.show("standard-trial")
    await first.dependencies.reloader.reload()
    try app.show("broken")
    await first.dependencies.reloader.reload()
    await first.end()
    #expect(try await app.server().shown() == "standard-trial")
    #expect(app.folder.names(in: ".paywall/copies") == [TestServer.digest("standard-trial")])
  }

  @Test("without a copy a bad folder is an error that prints the diagnostics")
  func noCopy() async throws {
    let app = try AppFolder(showing: "broken")
    let error = await #expect(throws: StartError.self) { try await app.server() }
    #expect(error?.description == "Paywalls/targeting/placements.yaml:1:1: error: broken")
  }

  @Test("what a kill left behind is never served, and is cleared away")
  func killed() async throws {
    _ = try await app.server()
    try app.folder.write("half", to: ".paywall/copies/.draft-1/Paywalls/x.yaml")
    try app.folder.write("half", to: ".paywall/current.draft-1")
    try app.show("broken")
    #expect(try await app.server().shown() == "standard")
    try app.show("standard-trial")
    _ = try await app.server()
    #expect(app.folder.names(in: ".paywall/copies") == [TestServer.digest("standard-trial")])
  }

  @Test(
    "a pointer that names nothing usable is no copy",
    arguments: ["", "../../etc", "abc", String(repeating: "0", count: 64)])
  func pointer(_ name: String) async throws {
    let app = try AppFolder(showing: "broken")
    try app.folder.write(name, to: ".paywall/current")
    await #expect(throws: StartError.self) { try await app.server() }
  }

  @Test("others than the owner can read neither the copies nor the key")
  func permissions() async throws {
    _ = try await app.server()
    let copy = "copies/\(TestServer.digest("standard"))/Paywalls/targeting/placements.yaml"
    for file in ["visitor.key", "current", copy] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(app.statePath)/\(file)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("a state directory that cannot be made is a warning, not an end")
  func noState() async throws {
    try app.folder.write("a file", to: "taken")
    let server = try await app.server { $0.stateDirectory = app.folder.path + "/taken/state" }
    #expect(try await server.shown() == "standard")
    #expect(app.lines.all.contains { $0.contains("could not be copied") })
  }

  @Test("a server that others can reach does not start without keys")
  func noKeys() async throws {
    let error = await #expect(throws: StartError.self) {
      try await app.server { $0.host = "0.0.0.0" }
    }
    #expect(error == .noKeys([.host("0.0.0.0")]))
    #expect(error?.description.contains("'paywall key create --role client --add'") == true)
  }

  @Test("a server without keys starts for this machine, and its log says how to make one")
  func keyless() async throws {
    _ = try await app.server()
    let lines = app.lines.all.filter { $0.contains("there are no keys") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("'paywall key create --role client --add'") == true)
    let other = try AppFolder(showing: "lite")
    _ = try await other.server()
    #expect(!other.lines.all.contains { $0.contains("there are no keys") })
  }

  @Test("a reason not to start has a line that says what to do")
  func help() {
    let errors: [StartError] = [
      .noKeys([.host("0.0.0.0")]), .offerKey("why"), .decisionLog("why"), .appleRoot("why"),
      .tls("why"), .connections(9, files: 5), .appleRootInProduction, .ledgerRoots("why"),
      .localAppStore("why", help: "what"),
    ]
    for error in errors {
      let lines = error.description.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("error: ") == true && lines.last?.hasPrefix("help: ") == true)
    }
  }

  @Test("a throw-away key exists on the loopback interface only")
  func throwAway() async throws {
    let app = try AppFolder(showing: "lite")
    let local = try await app.server()
    #expect(local.dependencies.signer?.isThrowAway == true)
    #expect(app.lines.all.contains { $0.contains("throw-away key") })
    #expect(try await local.exchange("GET /health/ready").contains(#""code":"throwAwayKey""#))
    await local.end()
    let open = try await app.server { $0.host = "0.0.0.0" }
    #expect(open.dependencies.signer == nil)
    try await open.exchange("GET /health/ready").expect(has: #""code":"signingNotConfigured""#)
    #expect(open.dependencies.metrics.text.contains("paywall_signing_configured 0\n"))
    let sign = try await open.exchange(
      """
      POST /v1/offers/sign
      X-API-Key: server-key

      {"product":"pro_yearly","offer":"loyalty","form":"jws","assertSubscriber":true}
      """)
    #expect(sign.contains(#""code":"signingNotConfigured""#))
  }

  @Test("an offer key that cannot be read ends the start with what to do")
  func offerKey() async throws {
    let app = try AppFolder(showing: "lite")
    let error = await #expect(throws: StartError.self) {
      try await app.server { $0.offerKeys = [OfferKeyFile(path: "/nowhere.p8", keyId: "A")] }
    }
    #expect(error?.description.contains("there is no file /nowhere.p8") == true)
  }
}
