import PaywallAPI
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

/// A roll-out whose commit is reverted under a running server: visitors see what the files say, and
/// the experiment, which has ended, takes no visitor.
@Suite("A reverted roll-out")
struct TakenBackRolloutTests {
  private static let placements = "Paywalls/targeting/placements.yaml"

  /// `user-7` was shown `trial`; then the winner was rolled out and served.
  private func rolledOut(isArchived: Bool = false) async throws -> (SampleFolder, PaywallService) {
    let app = try SampleFolder()
    let server = try await app.server()
    #expect(try await server.claim() == "recorded")
    for (file, old, new) in Self.rollout { try app.edit(file, old, new) }
    #expect(try await server.reload() == nil)
    #expect(try await server.shown(to: "user-1") == "trial")
    if isArchived {
      try app.edit(SampleFolder.experiment, "status: stopped", "status: archived")
      #expect(try await server.reload() == nil)
    }
    return (app, server)
  }

  private func revert(_ app: SampleFolder) throws {
    for file in [SampleFolder.experiment, Self.placements] {
      try app.folder.write(try #require(SampleConfiguration.texts[file]), to: file)
    }
  }

  @Test("is taken by a reload, and by the next one", arguments: [false, true])
  func reverted(isArchived: Bool) async throws {
    let (app, server) = try await rolledOut(isArchived: isArchived)
    try revert(app)
    #expect(try await server.reload() == nil)
    try await expectEnded(server)
    #expect(app.lines.all.contains { $0.contains("[staysEnded]") || $0.contains("stays ended") })
    try app.edit(Self.placements, "fallback: standard", "fallback: lite")
    #expect(try await server.reload() == nil)
    try await expectEnded(server)
    await server.end()
  }

  @Test("is taken by a start, which has only the ledger to ask")
  func restarted() async throws {
    let (app, server) = try await rolledOut()
    await server.end()
    try revert(app)
    for _ in 1...2 {
      let next = try await app.server()
      #expect(next.dependencies.current.condition == .current)
      try await expectEnded(next)
      await next.end()
    }
  }

  @Test("refuses what is frozen as always")
  func frozen() async throws {
    let (app, server) = try await rolledOut()
    try revert(app)
    try app.edit(SampleFolder.experiment, "seed: 7f3a9c21", "seed: 00000001")
    #expect(try await server.reload()?.contains("the seed of 'annual-trial' changes") == true)
    await server.end()
  }

  /// A visitor who saw a variant keeps it, as the file says; no other sees one, and none enters.
  private func expectEnded(_ server: PaywallService) async throws {
    #expect(try await server.shown(to: "user-7") == "trial")
    #expect(try await server.shown(to: "user-1") == "standard")
    let experiment = server.dependencies.current.value.snapshot.experiments["annual-trial"]
    #expect(experiment?.status == .stopped && experiment?.winner == nil)
    #expect(
      try await server.claim(of: "user-1", at: "2026-12-05T12:00:00Z", id: "late") != "recorded")
  }

  private static let rollout = [
    (SampleFolder.experiment, "status: running", "status: stopped"),
    (
      SampleFolder.experiment, "end: 2026-12-22T09:00Z }",
      "end: 2026-12-05T12:00Z }\nafter: winner\nwinner: trial"
    ),
    (
      placements, "    rules:\n      - audience: lapsed",
      "    rules:\n      - audience: isles\n        show: trial\n      - audience: lapsed"
    ),
  ]
}

extension PaywallService {
  fileprivate func shown(to user: String) async throws -> String? {
    let reply = try await exchange(
      """
      POST /v1/placements/onboarding
      X-API-Key: client-key

      {"attributes":{"userId":"\(user)","country":"GB"}}
      """)
    return reply.firstMatch(of: /"paywall":\{"id":"([^"]+)"/).map { "\($0.1)" } ?? reply
  }
}
