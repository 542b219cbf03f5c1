import AppStoreFixtures
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@testable import Ledger

/// The draws are the worked values of DecisionRules.md § 3: of the experiment `annual-trial`, `user-7`
/// draws `trial` and `user-15` `control`.
@Suite("Exposures over HTTP")
struct ExposureTests {
  private let testServer: TestServer

  init() throws { testServer = try TestServer.withExperiments() }

  private let ledger = SQLiteLedger.inMemory()

  private static func claim(
    _ id: String, _ variant: String = "trial", _ changes: [String: JSON] = [:]
  ) -> JSON {
    .object(
      [
        "id": .text(id), "experiment": "annual-trial", "variant": .text(variant), "phase": 1,
        "placement": "onboarding", "at": "2026-12-05T11:59:00Z",
      ].merging(changes) { $1 }.filter { $0.value != .null })
  }

  private func expose(
    _ testServer: TestServer, _ claims: [JSON], as visitor: [String: JSON] = ["userId": "user-7"]
  ) async throws -> TestServer.Reply {
    try await testServer.post(
      "/v1/exposures", ["attributes": .object(visitor), "exposures": .array(claims)])
  }

  private func outcomes(_ reply: TestServer.Reply) -> [String] {
    (reply.body["exposures"]?.elements ?? []).map {
      [$0["id"]?.string, $0["outcome"]?.string, $0["reason"]?.string].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  @Test("a rendered paywall is recorded, a later one counted, the same one again changes nothing")
  func first() async throws {
    try await testServer.exchange(
      """
      POST /v1/exposures
      X-API-Key: client-key

      {"attributes":{"userId":"user-7","country":"GB"},"exposures":[\
      {"id":"e-1","experiment":"annual-trial","variant":"trial","phase":1,\
      "placement":"onboarding","at":"2026-12-05T11:59:00Z"},\
      {"id":"e-2","experiment":"annual-trial","variant":"trial","phase":1,\
      "at":"2026-12-05T11:59:30+01:00"}]}
      """,
      is: """
        200
        cache-control: no-store
        content-type: application/json
        x-paywall-release: RELEASE
        x-request-id: made-1

        {"exposures":[{"id":"e-1","outcome":"recorded"},{"id":"e-2","outcome":"repeated"}]}
        """)
    let batch = [Self.claim("e-1"), Self.claim("e-2"), Self.claim("e-3")]
    #expect(
      try await outcomes(expose(testServer, batch)) == [
        "e-1 already", "e-2 already", "e-3 repeated",
      ])
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(counts == [ExposureCounts(variant: "trial", units: 1, repeats: 2)])
  }

  @Test("two of a kind in one batch count as they would one after the other")
  func batch() async throws {
    let reply = try await expose(
      TestServer.withExperiments(), [Self.claim("e-1"), Self.claim("e-1"), Self.claim("e-2")])
    #expect(outcomes(reply) == ["e-1 recorded", "e-1 already", "e-2 repeated"], "\(reply)")
  }

  @Test("what was shown stays shown, also outside of the audience")
  func stays() async throws {
    _ = try await expose(testServer, [Self.claim("e-1")])
    try await testServer.post(
      "/v1/placements/onboarding", ["attributes": ["userId": "user-7", "country": "FR"]]
    ).expect(
      reason: "experiment", has: ["experiment.recorded": .flag(true), "experiment.exposure": nil])
  }

  @Test("an answer whose rendering is no exposure says so", arguments: ["paused", "stopped"])
  func noExposure(_ status: String) async throws {
    _ = try await expose(TestServer.withExperiments(ledger: ledger), [Self.claim("e-1")])
    let later = try TestServer.withExperiments(ledger: ledger) {
      $0.experiments["annual-trial"]?.status = ExperimentStatus(rawValue: status) ?? .draft
    }
    let path = "/v1/placements/onboarding"
    try await later.post(path, ["attributes": ["userId": "user-7"]]).expect(has: [
      "experiment.exposure": .flag(false)
    ])
    try await later.exchange("GET \(path)?userId=user-7\nX-API-Key: client-key").expect(
      has: #""recorded":true,"exposure":false}"#)
  }

  @Test(
    "a claim that cannot be true changes nothing, and spoils no other",
    arguments: [
      (["variant": "control"], "e variantMismatch otherVariant"),
      (["variant": "gold"], "e variantMismatch unknownVariant"),
      (["placement": "settings"], "e variantMismatch notAtPlacement"),
      (["experiment": "monthly"], "e unknownExperiment"),
      (["phase": 2], "e unknownPhase"),
      (["at": "2026-11-01T00:00:00Z"], "e outsidePhase"),
      (["phase": "1"], "e invalid wrongType"), (["phase": 0], "e invalid wrongType"),
      (["phase": 1.5], "e invalid wrongType"), (["phase": .null], "e invalid missingMember"),
      (["variant": .null], "e invalid missingMember"),
      (["experiment": .null], "e invalid missingMember"),
      (["at": .null], "e invalid missingMember"), (["at": "yesterday"], "e invalid wrongType"),
      (["at": "2026-12-05T11:59:00"], "e invalid wrongType"), (["at": 7], "e invalid wrongType"),
      (["colour": "red"], "e invalid unknownMember"),
      (["variant": .text(String(repeating: "x", count: 1025))], "e invalid attributeTooLong"),
    ] as [([String: JSON], String)])
  func mistakes(_ changes: [String: JSON], _ outcome: String) async throws {
    let reply = try await expose(
      testServer, [Self.claim("a"), Self.claim("e", "trial", changes), Self.claim("b")])
    #expect(outcomes(reply) == ["a recorded", outcome, "b repeated"], "\(reply)")
    let word = outcome.split(separator: " ")[1]
    #expect(reply.status == 200)
    #expect(!reply.description.contains(#""outcome":"kept""#))
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(counts == [ExposureCounts(variant: "trial", units: 1, repeats: 1)], "\(word)")
  }

  @Test(
    "a visitor without an id that could be drawn exposes nothing",
    arguments: [([:], "e noUnit"), (["userId": true], "e invalidUnit")]
      as [([String: JSON], String)])
  func nobody(_ visitor: [String: JSON], _ outcome: String) async throws {
    let reply = try await expose(TestServer.withExperiments(), [Self.claim("e")], as: visitor)
    #expect(outcomes(reply) == [outcome], "\(reply)")
  }

  @Test("somebody else's variant is counted as a mismatch for the operator")
  func metrics() async throws {
    let (parts, application) = try testServer.running()
    _ = try await TestServer.send(TestServer.exposure(of: "user-15"), to: application)
    #expect(
      parts.metrics.text.contains("paywall_exposures_total{outcome=\"variantMismatch\"} 1\n"))
  }

  @Test(
    "the person who saw two variants is a conflict, on an app's word under the anonymous id alone",
    arguments: ["client", "server"])
  func conflict(_ role: String) async throws {
    _ = try await expose(testServer, [Self.claim("a", "control")], as: ["anonymousId": "user-15"])
    _ = try await expose(testServer, [Self.claim("b")])
    try await testServer.join("user-15", "user-7", as: role).expect(has: ["outcome": "new"])
    let reply = try await expose(
      testServer, [Self.claim("c", "control")], as: ["userId": "user-7", "anonymousId": "user-15"])
    #expect(outcomes(reply) == ["c variantMismatch otherVariant"], "\(reply)")
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    let isBelieved = role == "server"
    #expect(counts.map(\.units) == [0, isBelieved ? 0 : 1], "\(counts)")
    #expect(counts.map(\.conflicts) == [1, isBelieved ? 1 : 0], "\(counts)")
    #expect(counts.map(\.contested) == [isBelieved ? 0 : 1, 0], "\(counts)")
  }

  @Test(
    "a batch that cannot be answered one by one is refused with the place",
    arguments: [
      (#"{}"#, "missingMember", "exposures", nil),
      (#"{"exposures":{}}"#, "wrongType", "exposures", 2),
      (#"{"exposures":[7]}"#, "wrongType", "exposures[0]", 2),
      (#"{"exposures":[{"id":"a"},{}]}"#, "missingMember", "exposures[1].id", 2),
      (#"{"exposures":[{"variant":"a"}]}"#, "missingMember", "exposures[0].id", 16),
      (#"{"exposures":[{"variant":"a","id":""}]}"#, "wrongType", "exposures[0].id", 30),
      (#"{"exposures":[{"id":7}]}"#, "wrongType", "exposures[0].id", 16),
      (#"{"exposures":[],"more":1}"#, "unknownMember", "more", 17),
      (#"{"exposures":[{"id":"a","id":"b"}]}"#, "malformedJSON", "id", 25),
      (#"{"exposures":[}"#, "malformedJSON", nil, 15),
      (
        #"{"exposures":[],"attributes":{"subscription.ever":true}}"#, "reservedAttribute",
        "subscription.ever", nil
      ),
    ] as [(String, String, String?, Int64?)])
  func refused(_ body: String, _ code: String, _ field: String?, _ column: Int64?) async throws {
    let reply = try await TestServer.Reply(
      TestServer.withExperiments().exchange("POST /v1/exposures\nX-API-Key: client-key\n\n\(body)"))
    #expect(reply.status == 400 && reply.code == code, "\(reply)")
    #expect(reply.body["field"]?.string == field, "\(reply)")
    #expect(reply.body["column"]?.integer == column, "\(reply)")
  }

  @Test("a hundred at a time, not more")
  func many() async throws {
    let claims = (0...100).map { Self.claim("e-\($0)") }
    try await expose(TestServer.withExperiments(), claims).expect(400, "tooManyExposures")
    let most = try await expose(TestServer.withExperiments(), claims.dropLast())
    #expect(outcomes(most) == ["e-0 recorded"] + (1..<100).map { "e-\($0) repeated" })
    let none = try await expose(TestServer.withExperiments(), [])
    #expect(none.status == 200 && outcomes(none).isEmpty, "\(none)")
  }

  @Test("while the ledger is away nothing is kept, and the client is told when to come again")
  func away() async throws {
    await ledger.close()
    for path in ["/v1/exposures", "/v1/aliases"] {
      let body: [String: JSON] =
        path == "/v1/aliases"
        ? ["anonymousId": "a", "userId": "u"]
        : ["attributes": ["userId": "user-7"], "exposures": [Self.claim("e")]]
      let reply = try await TestServer.withExperiments(ledger: ledger).post(path, body)
      #expect(reply.status == 503 && reply.code == "ledgerUnavailable", "\(reply)")
      #expect(reply.description.contains("\nretry-after: 5\n"), "\(reply)")
    }
  }

  @Test("a phase that began with other terms takes nobody more, and says so")
  func terms() async throws {
    _ = try await expose(TestServer.withExperiments(ledger: ledger), [Self.claim("a")])
    let changed = try TestServer.withExperiments(ledger: ledger) {
      $0.paywalls["standard-trial"]?.products = [PaywallProduct(product: "pro_monthly")]
    }
    let reply = try await expose(changed, [Self.claim("b")])
    #expect(outcomes(reply) == ["b termsChanged"], "\(reply)")
  }

  @Test("what was drawn before a login counts when it arrives after it")
  func afterLogin() async throws {
    let reply = try await expose(
      TestServer.withExperiments(), [Self.claim("a", "control"), Self.claim("a", "control")],
      as: ["userId": "user-7", "anonymousId": "user-15"])
    #expect(outcomes(reply) == ["a recorded", "a already"], "\(reply)")
  }
}
