import AppStoreFixtures
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@testable import Ledger

/// The draws are the worked values of DecisionRules.md § 3: of the experiment `annual-trial`, `user-7`
/// draws `trial` and `user-15` `control`.
@Suite("Aliases over HTTP")
struct AliasTests {
  private let testServer: TestServer

  init() throws { testServer = try TestServer.withExperiments() }

  @Test("nobody gets at a visitor by calling the user id anonymous")
  func victim() async throws {
    _ = try await testServer.expose(["userId": "user-7", "anonymousId": "d-7"])
    _ = try await testServer.expose(["anonymousId": "user-7"])
    try await testServer.join("user-7", "user-15").expect(409, "aliasTaken")
    let records = try await testServer.ledger.assignments(
      of: VisitorIdentity(userId: "user-15"), in: .production)
    #expect(records.isEmpty)
  }

  @Test("an id of which an old ledger does not know what it is, is refused for that reason")
  func unknownKind() async throws {
    let old = RecordedAssignment(
      experiment: "annual-trial", phase: 1, variant: "trial", unit: "d-7", unitKind: .visitor,
      recordedAt: testServer.now)
    _ = try await testServer.ledger.record(
      [
        Exposure(
          id: "e-1", assignment: old, origin: nil, contradicts: false, terms: nil,
          renderedAt: testServer.now, placement: "onboarding", isHeldOut: false)
      ], in: .production, at: testServer.now)
    let reply = try await testServer.join("d-7", "user-15")
    #expect(reply.status == 409 && reply.code == "aliasTaken", "\(reply)")
    #expect(reply.body["reason"]?.string == "unknownKind")
    #expect(reply.body["detail"]?.string?.contains("another user") == false)
    #expect(reply.body["detail"]?.string?.contains("Make a new anonymous id") == true)
  }

  @Test("an alias of a server takes what was recorded to the user's other devices")
  func alias() async throws {
    _ = try await testServer.expose(["anonymousId": "user-7"])
    try await testServer.exchange(
      """
      POST /v1/aliases
      X-API-Key: server-key

      {"anonymousId":"user-7","userId":"user-15"}
      """,
      is: """
        200
        cache-control: no-store
        content-type: application/json
        x-paywall-release: RELEASE
        x-request-id: made-1

        {"outcome":"new"}
        """)
    try await testServer.exchange(
      "GET /v1/placements/onboarding?userId=user-15&country=GB\nX-API-Key: client-key"
    ).expect(
      has:
        #""experiment":{"id":"annual-trial","variant":"trial","phase":1,"recorded":true}"#)
    try await testServer.join("user-7", "user-15").expect(200, has: ["outcome": "already"])
    try await testServer.join("user-7", "user-1").expect(409, "aliasTaken")
    try await testServer.join(7, "user-1").expect(200)
    #expect(try await testServer.join("7", "user-1").body["outcome"]?.string == "already")
  }

  @Test("a login keeps the user's own record, and takes over an anonymous one without it")
  func login() async throws {
    _ = try await testServer.expose(["anonymousId": "user-15"], "control")
    let both: [String: JSON] = ["userId": "user-7", "anonymousId": "user-15", "country": "GB"]
    #expect(try await testServer.variant(for: both) == "control")
    _ = try await testServer.expose(["userId": "user-7"], id: "b")
    #expect(try await testServer.variant(for: both) == "trial")
    #expect(try await testServer.variant(for: ["anonymousId": "user-15"]) == "control")
  }

  @Test(
    "ids that join nothing are refused",
    arguments: [
      ("a", "a", 422, "sameIds", "userId"), ("", "u", 400, "wrongType", "anonymousId"),
      ("a", "", 400, "wrongType", "userId"), (.null, "u", 400, "missingMember", "anonymousId"),
      ("a", .null, 400, "missingMember", "userId"), (true, "u", 400, "wrongType", "anonymousId"),
      (1.5, "u", 400, "wrongType", "anonymousId"),
      (.integer(1 << 53), "u", 400, "wrongType", "anonymousId"),
      (.text(String(repeating: "a", count: 1025)), "u", 400, "attributeTooLong", "anonymousId"),
      ("a", .text(String(repeating: "é", count: 1025)), 400, "attributeTooLong", "userId"),
    ] as [(JSON, JSON, Int, String, String)])
  func badAlias(
    _ anonymous: JSON, _ user: JSON, _ status: Int, _ code: String, _ field: String
  ) async throws {
    try await TestServer.withExperiments().join(anonymous, user).expect(
      status, code, has: ["field": .text(field)])
  }

  @Test("an alias is of one environment, production unless it says so")
  func aliasEnvironment() async throws {
    _ = try await testServer.join("a", "u")
    try await testServer.post(
      "/v1/aliases", ["anonymousId": "a", "userId": "v", "environment": "sandbox"]
    ).expect(has: ["outcome": "new"])
    try await testServer.post(
      "/v1/aliases", ["anonymousId": "a", "userId": "v", "environment": "moon"]
    ).expect(400, "wrongType")
  }
}

extension TestServer {
  /// Says that an anonymous id is a user's.
  func join(
    _ anonymous: JSON, _ user: JSON, as role: String = "client"
  ) async throws -> Reply {
    try await post("/v1/aliases", ["anonymousId": anonymous, "userId": user], as: role)
  }
}
