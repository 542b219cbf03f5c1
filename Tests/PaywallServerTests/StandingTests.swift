import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

/// A stranger with the client key learns and obtains nothing that is not theirs
/// (DecisionRules.md § 1).
@Suite("Standings")
struct StandingTests {
  private let account = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"

  /// A server that knows a subscriber, linked to the user u-1.
  private func testServer(of shopper: Shopper) async throws -> TestServer {
    let testServer = try TestServer.ofStore()
    try await testServer.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()], "userId": "u-1"],
      as: "server"
    ).expect(200)
    return testServer
  }

  @Test(
    "ids alone open nothing of Apple's",
    arguments: [
      ["userId": JSON.text("u-1")],
      ["appAccountToken": .text("22b1d8c9-0be4-4df1-a8cc-30eefca5edfd")],
    ])
  func ids(_ attributes: [String: JSON]) async throws {
    let testServer = try await testServer(of: Shopper(account: account))
    for path in ["/v1/customer", "/v1/offers/eligibility"] {
      try await testServer.post(path, ["attributes": .object(attributes)]).expect(
        403, "evidenceRequired")
    }
    let paywall = try await testServer.post(
      "/v1/placements/onboarding", ["attributes": .object(attributes), "sign": ["jws"]])
    #expect(paywall.status == 200 && paywall.offers.isEmpty, "\(paywall)")
    try await testServer.post(
      "/v1/offers/sign",
      TestServer.signing(["attributes": .object(attributes)])
    ).expect(403, "noVerifiedHistory")
  }

  @Test("a client key may not name a customer, and a server key may")
  func named() async throws {
    let shopper = try Shopper(account: account)
    let testServer = try await testServer(of: shopper)
    for name in [
      ["appTransactionId": JSON.text(shopper.appTransactionId)],
      ["originalTransactionId": .text(shopper.originalTransactionId)], ["userId": "u-1"],
      ["appAccountToken": .text(account.uppercased())],
    ] {
      for path in ["/v1/customer", "/v1/offers/eligibility"] {
        try await testServer.post(path, ["customer": .object(name)]).expect(403, "roleRequired")
        let server = try await testServer.post(path, ["customer": .object(name)], as: "server")
        #expect(server.status == 200, "\(path) \(name): \(server)")
      }
    }
  }

  @Test("evidence opens what it is about, without the ids of transactions")
  func evidence() async throws {
    let shopper = try Shopper(account: account)
    let testServer = try await testServer(of: shopper)
    for evidence in [
      ["transactions": JSON.array([try shopper.transaction()])],
      ["appTransaction": try shopper.appTransaction],
    ] {
      let customer = try await testServer.post("/v1/customer", evidence)
      #expect(customer.status == 200, "\(customer)")
      #expect(customer.body["groups"]?.elements?.first?["state"]?.string == "subscribed")
      #expect(!customer.description.contains(shopper.originalTransactionId), "\(customer)")
      let offers = try await testServer.post("/v1/offers/eligibility", evidence)
      #expect(offers.status == 200 && !offers.description.contains(shopper.originalTransactionId))
    }
  }

  @Test("a replayed text obtains a JWS that is tied to its own customer, and no legacy signature")
  func replay() async throws {
    let victim = try Shopper()
    let testServer = try await testServer(of: victim)
    var request: [String: JSON] = TestServer.signing(["transactions": [try victim.transaction()]])
    let signed = try await testServer.post("/v1/offers/sign", request)
    #expect(signed.status == 200, "\(signed)")
    #expect(try claims(of: signed)["transactionId"]?.string == victim.originalTransactionId)

    request["transactionId"] = "450000000000000999"
    try await testServer.post("/v1/offers/sign", request).expect(422, "transactionNotInEvidence")

    request["transactionId"] = nil
    request["form"] = "legacy"
    for token in [nil, "7e3fb20b-4cdb-47cc-936d-99d65f608138"] {
      request["appAccountToken"] = token.map(JSON.text)
      try await testServer.post("/v1/offers/sign", request).expect(403, "serverKeyRequired")
    }
    request["appAccountToken"] = nil
    request["applicationUsername"] = "somebody"
    try await testServer.post("/v1/offers/sign", request).expect(403, "serverKeyRequired")
  }

  @Test("the legacy form is signed for the account that Apple vouches for, and for no other")
  func legacy() async throws {
    let shopper = try Shopper(account: account)
    let testServer = try await testServer(of: shopper)
    var request: [String: JSON] = [
      "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": "legacy",
      "transactions": [try shopper.transaction()],
    ]
    for token in [nil, account, account.uppercased()] {
      request["appAccountToken"] = token.map(JSON.text)
      try await testServer.post("/v1/offers/sign", request).expect(200)
    }
    request["appAccountToken"] = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    try await testServer.post("/v1/offers/sign", request).expect(403, "serverKeyRequired")
  }

  @Test("texts of two customers, or of two environments, are no evidence about one")
  func several() async throws {
    let testServer = try TestServer.ofStore()
    let (first, second) = (try Shopper(1), try Shopper(2))
    try await testServer.post(
      "/v1/customer", ["transactions": [try first.transaction(), try second.transaction()]]
    ).expect(422, "severalCustomers")
    let sandbox = try first.transaction(["environment": "Sandbox"])
    try await testServer.post(
      "/v1/customer", ["transactions": [try first.transaction(), sandbox]]
    ).expect(422, "severalEnvironments")
  }

  @Test("nothing crosses an environment")
  func environments() async throws {
    let shopper = try Shopper()
    let testServer = try await testServer(of: shopper)
    try await testServer.post(
      "/v1/customer",
      [
        "customer": [
          "appTransactionId": .text(shopper.appTransactionId), "environment": "sandbox",
        ]
      ], as: "server"
    ).expect(404, "unknownCustomer")
  }

  @Test("an app links a user only whose id Apple vouches for")
  func links() async throws {
    let shopper = try Shopper(account: account)
    let testServer = try TestServer.ofStore()
    try await testServer.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()], "userId": "u-2"]
    ).expect(403, "roleRequired")
    try await testServer.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()], "userId": .text(account)]
    ).expect(200)
  }

  @Test("only a server erases a person, and only by a name that it says is one")
  func forgetting() async throws {
    let shopper = try Shopper()
    let testServer = try await testServer(of: shopper)
    try await testServer.delete(
      "/v1/customers/\(shopper.appTransactionId)", as: "client"
    ).expect(403, "roleRequired")
    try await testServer.delete("/v1/customers/u-1").expect(404, "unknownCustomer")
    try await testServer.delete("/v1/customers/u-1?by=userId&all=yes").expect(400, "malformedQuery")
    try await testServer.delete("/v1/customers/u-1?by=userId").expect(200, has: ["erased": 1])
    try await testServer.post(
      "/v1/customer", ["customer": ["appTransactionId": .text(shopper.appTransactionId)]],
      as: "server"
    ).expect(404)
  }

  @Test("purchases are of whom they say themselves: a customer named beside them is refused")
  func purchasesOfNobodyElse() async throws {
    let shopper = try Shopper()
    let testServer = try TestServer.ofStore()
    for role in ["client", "server"] {
      try await testServer.post(
        "/v1/transactions",
        [
          "transactions": [try shopper.transaction()],
          "customer": ["appTransactionId": .text(shopper.appTransactionId)],
        ], as: role
      ).expect(400, "unknownMember")
    }
    #expect(try await testServer.ledger.entries(after: 0, limit: 10).isEmpty)
    try await testServer.post(
      "/v1/transactions",
      ["transactions": [try shopper.transaction()], "attributes": ["platform": "iOS"]]
    ).expect(200)
  }

  @Test("renewal info counts beside a purchase that is known, and alone opens nothing")
  func renewalInfo() async throws {
    let shopper = try Shopper()
    let testServer = try TestServer.ofStore()
    for path in ["/v1/transactions", "/v1/customer", "/v1/offers/eligibility"] {
      let alone = try await testServer.post(path, ["renewalInfo": [try shopper.renewal()]])
      #expect(
        alone.status == 422 && alone.code == "renewalInfoWithoutTransaction", "\(path): \(alone)")
    }
    #expect(try await testServer.ledger.entries(after: 0, limit: 10).isEmpty)
    try await testServer.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()]]
    ).expect(200)
    try await testServer.post(
      "/v1/transactions", ["renewalInfo": [try shopper.renewal(["autoRenewStatus": 0])]]
    ).expect(200, has: ["kept": 1])
    let customer = try await testServer.post(
      "/v1/customer", ["transactions": [try shopper.transaction()]])
    #expect(customer.body["groups"]?.elements?.first?["autoRenew"] == .flag(false), "\(customer)")

    // It names no customer, so a signature by it would be tied to no account.
    for path in ["/v1/customer", "/v1/offers/eligibility", "/v1/placements/onboarding"] {
      let alone = try await testServer.post(path, ["renewalInfo": [try shopper.renewal()]])
      #expect(
        alone.status == 422 && alone.code == "renewalInfoWithoutTransaction", "\(path): \(alone)")
    }
    try await testServer.post(
      "/v1/offers/sign",
      TestServer.signing(["renewalInfo": [try shopper.renewal()]])
    ).expect(422)
  }

  @Test("a stranger's purchase that names nobody gives nothing to the customer beside it")
  func unnamed() async throws {
    let (victim, thief) = (try Shopper(1), try Shopper(2, account: account))
    let unnamed = try victim.transaction(["appTransactionId": .null])
    let testServer = try TestServer.ofStore()
    _ = try await testServer.post("/v1/transactions", ["transactions": [unnamed]], as: "server")
    let evidence: [String: JSON] = [
      "appTransaction": try thief.appTransaction, "transactions": [unnamed],
    ]
    let customer = try await testServer.post("/v1/customer", evidence)
    #expect(customer.status == 200 && customer.body["entitlements"]?.elements == [], "\(customer)")
    var request = evidence
    for (name, value) in [
      "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": "jws",
    ] { request[name] = .text(value) }
    try await testServer.post("/v1/offers/sign", request).expect(409, reason: "neverSubscribed")

    let own = try thief.transaction(["productId": "coins_100", "type": "Consumable"])
    try await testServer.post(
      "/v1/transactions", ["transactions": [own, unnamed], "userId": .text(account)]
    ).expect(200)
    let user = try await testServer.post(
      "/v1/customer", ["customer": ["userId": .text(account)]], as: "server")
    #expect(user.body["entitlements"]?.elements == [], "\(user)")
  }

  @Test("two purchases that name nobody are no evidence, and no reason to show no paywall")
  func severalUnnamed() async throws {
    let testServer = try TestServer.ofStore()
    let texts: JSON = .array([
      try Shopper(1).transaction(["appTransactionId": .null]),
      try Shopper(2).transaction(["appTransactionId": .null]),
    ])
    try await testServer.post("/v1/customer", ["transactions": texts]).expect(
      422, "severalCustomers")
    let paywall = try await testServer.post(
      "/v1/placements/onboarding", ["transactions": texts, "sign": ["jws"]])
    #expect(paywall.status == 200 && paywall.offers.isEmpty, "\(paywall)")
  }

  @Test("a free purchase in the sandbox obtains no legacy signature, which names no environment")
  func sandbox() async throws {
    let shopper = try Shopper(account: account)
    try await TestServer.ofStore().post(
      "/v1/offers/sign",
      [
        "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": "legacy",
        "transactions": [try shopper.transaction(["environment": "Sandbox"])],
      ]
    ).expect(403, "serverKeyRequired")
  }
}
