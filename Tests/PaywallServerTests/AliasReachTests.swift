import AppStoreFixtures
import PaywallCatalog
import PaywallServer
import Testing

@testable import Ledger

/// The harm that a holder of the client key can do by claiming that ids are one person's.
@Suite("The reach of an alias")
struct AliasReachTests {
  private let testServer: TestServer

  init() throws { testServer = try TestServer.withProofs() }

  private let account = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"

  @Test("a user without a record is moved to no variant of a stranger's choice")
  func moved() async throws {
    // `user-15` draws `control`; as somebody's anonymous id it is handed to `user-7`, who draws `trial`.
    #expect(try await testServer.expose(["anonymousId": "user-15"], "control") == "recorded")
    try await testServer.post(
      "/v1/aliases", ["anonymousId": "user-15", "userId": "user-7"]
    ).expect(200)
    let user: [String: JSON] = ["userId": "user-7", "country": "GB"]
    #expect(try await testServer.variant(for: user) == "trial")
    let own = user.merging(["anonymousId": "d-1"]) { $1 }
    #expect(try await testServer.variant(for: own) == "trial")
    try await testServer.post(
      "/ofrep/v1/evaluate/flags/onboarding",
      ["context": ["targetingKey": "user-7", "country": "GB"]]
    ).expect(has: ["variant": "trial"])
    // A caller with both ids at hand has the device.
    let both = user.merging(["anonymousId": "user-15"]) { $1 }
    #expect(try await testServer.variant(for: both) == "control")
  }

  @Test(
    "for other devices it takes a server, a purchase with the user's token, or a proof",
    arguments: ["server", "evidence", "proof"])
  func vouched(_ voucher: String) async throws {
    let user = voucher == "evidence" ? account : "user-7"
    _ = try await testServer.expose(["anonymousId": "user-15"], "control")
    var body: [String: JSON] = ["anonymousId": "user-15", "userId": .text(user)]
    #expect(try await testServer.post("/v1/aliases", body).body["outcome"]?.string == "new")
    if voucher == "evidence" {
      body["transactions"] = [try Shopper(2).transaction()]
      #expect(try await testServer.post("/v1/aliases", body).body["outcome"]?.string == "already")
      body["transactions"] = [try Shopper(account: account).transaction()]
      body["userId"] = .text(account)
    }
    if voucher == "proof" { body["userProof"] = .text(UserProofTests.proof) }
    try await testServer.post(
      "/v1/aliases", body, as: voucher == "server" ? "server" : "client"
    ).expect(200, has: ["outcome": "new"])
    #expect(
      try await testServer.variant(for: ["userId": .text(user), "country": "FR"]) == "control")
  }

  @Test("evidence vouches in its own environment")
  func environment() async throws {
    var body: [String: JSON] = ["anonymousId": "d", "userId": .text(account)]
    body["transactions"] = [
      try Shopper(account: account).transaction(["environment": "Sandbox"])
    ]
    _ = try await testServer.post("/v1/aliases", body)
    body["transactions"] = nil
    try await testServer.post("/v1/aliases", body).expect(has: ["outcome": "new"])
    body["environment"] = "sandbox"
    try await testServer.post("/v1/aliases", body).expect(has: ["outcome": "already"])
  }

  @Test("known users of a variant stay in the results, whoever claims them")
  func crowd() async throws {
    // The users among `user-0` … `user-199` who draw `trial`.
    var users: [String] = []
    for number in 0..<200 where users.count < 30 {
      let user = "user-\(number)"
      if try await testServer.expose(["userId": .text(user)], "trial") == "recorded" {
        users.append(user)
      }
    }
    #expect(users.count == 30)
    for (index, user) in users.enumerated() {
      // A stranger's id that draws `control`, found by trying.
      for number in 0..<60 {
        let evil = "evil-\(index)-\(number)"
        guard try await testServer.expose(["anonymousId": .text(evil)], "control") == "recorded"
        else {
          continue
        }
        _ = try await testServer.post(
          "/v1/aliases", ["anonymousId": .text(evil), "userId": .text(user)])
        break
      }
      let reversed = try await testServer.post(
        "/v1/aliases", ["anonymousId": .text(user), "userId": "mallory"])
      #expect(reversed.code == "aliasTaken", "\(reversed)")
      #expect(
        try await testServer.expose(["anonymousId": .text(user)], "trial", id: "x") == "knownUser")
    }
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(
      counts == [
        ExposureCounts(variant: "control", conflicts: 30, contested: 30),
        ExposureCounts(variant: "trial", units: 30),
      ])
  }

  @Test("contests by apps alone are counted for the operator")
  func metrics() async throws {
    let (parts, application) = try testServer.running()
    for user in ["ada", "bob"] {
      _ = try await TestServer.send(
        "POST /v1/aliases\nX-API-Key: client-key\n\n{\"anonymousId\":\"d\",\"userId\":\"\(user)\"}",
        to: application)
    }
    #expect(
      parts.metrics.text.contains(
        "paywall_aliases_total{outcome=\"contested\",voucher=\"client\"} 1\n"))
  }
}
