import AppStoreFixtures
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

/// Balances over HTTP. It is noon of 5 December 2026.
@Suite("Balances over HTTP")
struct BalanceRouteTests {
  private static let path = "/v1/customers/user-7/balance?by=userId"

  private static func sell(_ snapshot: inout Snapshot) {
    for id in snapshot.products.keys { snapshot.products[id]?.currencies = ["coins": 100] }
  }

  private static func gift(_ amount: Int, _ more: [String: JSON] = [:]) -> [String: JSON] {
    let body: [String: JSON] = [
      "id": "gift", "currency": "coins", "amount": .integer(Int64(amount)), "kind": "correction",
      "reason": "an outage",
    ]
    return body.merging(more) { $1 }.filter { $0.value != .null }
  }

  private static func spend(_ more: [String: JSON] = [:]) -> [String: JSON] {
    let body: [String: JSON] = ["id": "order", "currency": "coins", "amount": 30]
    return body.merging(more) { $1 }.filter { $0.value != .null }
  }

  @Test("an admin corrects, a server spends once, and both read the postings")
  func posted() async throws {
    let server = try TestServer.ofStore(Self.sell)
    try await server.post(Self.path, Self.gift(100), as: "server").expect(403, "roleRequired")
    try await server.get(Self.path, as: "server").expect(404, "unknownCustomer")
    try await server.post(Self.path, Self.gift(100), as: "admin")
      .expect(200, has: ["balances": ["coins": 100], "changed": .flag(true)])
    for isNew in [true, false] {
      try await server.post(Self.path, Self.spend(), as: "server")
        .expect(200, has: ["balances": ["coins": 70], "changed": .flag(isNew)])
    }
    let reply = try await server.get(Self.path, as: "server")
    reply.expect(200, has: ["environment": "production", "balances": ["coins": 70]])
    #expect(
      reply.body["postings"]?.elements == [
        [
          "currency": "coins", "amount": -30, "cause": "spend", "id": "order",
          "by": "server-name", "at": "2026-12-05T12:00:00Z", "userId": "user-7",
        ],
        [
          "currency": "coins", "amount": 100, "cause": "correction", "id": "gift",
          "reason": "an outage", "by": "admin-name", "at": "2026-12-05T12:00:00Z",
          "userId": "user-7",
        ],
      ])
    try await server.delete("/v1/customers/user-7?by=userId").expect(200)
    try await server.get(Self.path, as: "server").expect(404, "unknownCustomer")
  }

  @Test("a change that cannot be made says why")
  func refused() async throws {
    let server = try TestServer.ofStore(Self.sell)
    try await server.post(Self.path, Self.gift(100), as: "admin").expect(200)
    try await server.post(Self.path, Self.spend(), as: "server").expect(200)
    for (change, status, code) in [
      (["amount": 31], 409, "idReused"), (["id": "b", "amount": 71], 409, "insufficientBalance"),
      (["id": "b", "currency": "gems"], 422, "unknownCurrency"),
      (["id": "b", "amount": 0], 422, "balanceIncomplete"),
      (["id": "b", "amount": -1], 422, "balanceIncomplete"),
      (["id": "b", "amount": 1.5], 400, "wrongType"),
      (["id": "b", "amount": .number(9_223_372_036_854_775_808)], 400, "wrongType"),
      (["id": "b", "amount": .integer(9_007_199_254_740_992)], 400, "wrongType"),
      (["id": "b", "amount": "30"], 400, "wrongType"),
      (["amount": .null], 400, "missingMember"), (["id": .null], 400, "missingMember"),
      (["id": ""], 400, "wrongType"), (["currency": .null], 400, "missingMember"),
      (["kind": "gift"], 400, "wrongType"), (["balance": 3], 400, "unknownMember"),
      (["kind": "correction"], 422, "balanceIncomplete"),
      (["kind": "correction", "reason": "x", "amount": 0], 422, "balanceIncomplete"),
      (["id": "b", "kind": "correction", "reason": "x"], 403, "roleRequired"),
    ] as [([String: JSON], Int, String)] {
      let reply = try await server.post(Self.path, Self.spend(change), as: "server")
      #expect(reply.status == status && reply.code == code, "\(change): \(reply)")
    }
    let most = Self.gift(9_007_199_254_740_991, ["id": "b"])
    try await server.post(Self.path, most, as: "admin").expect(422, "balanceOutOfRange")
    let gems = Self.gift(1, ["id": "b", "currency": "gems"])
    try await server.post(Self.path, gems, as: "admin").expect(422, "unknownCurrency")
    for (path, code) in [
      ("/v1/customers/7/balance", "unknownCustomer"),
      ("/v1/customers/null/balance?by=userId", "unknownCustomer"),
    ] {
      try await server.post(path, Self.spend(), as: "server").expect(404, code)
    }
    try await server.post(Self.path, Self.spend(), as: "client").expect(403, "roleRequired")
    try await server.get(Self.path, as: "client").expect(403, "roleRequired")
    try await server.get(Self.path, as: "server").expect(200, has: ["balances": ["coins": 70]])
  }

  @Test(
    "a balance shows to server keys, to the customer's evidence, and under a proof of a user id")
  func seen() async throws {
    let ledger = SQLiteLedger.inMemory()
    let (server, shopper) = (try TestServer.withProofs(ledger: ledger, Self.sell), try Shopper())
    try await ledger.setCredits(Array(server.snapshot.products.values))
    try await server.post("/v1/transactions", ["transactions": [try shopper.transaction()]])
      .expect(200)
    try await server.post(Self.path, Self.gift(5), as: "admin").expect(200)
    let texts: [String: JSON] = ["appTransaction": try shopper.appTransaction]
    try await server.post("/v1/customer", texts).expect(200, has: ["balances": ["coins": 100]])
    try await server.post(
      "/v1/customer", ["customer": ["appTransactionId": .text(shopper.appTransactionId)]],
      as: "server"
    ).expect(200, has: ["balances": ["coins": 100]])
    let user: JSON = ["userId": "user-7"]
    try await server.post("/v1/customer", ["attributes": user]).expect(403, "evidenceRequired")
    try await server.post("/v1/customer", texts.merging(["attributes": user]) { $1 })
      .expect(200, has: ["balances": ["coins": 100]])
    let proved: [String: JSON] = ["attributes": user, "userProof": .text(UserProofTests.proof)]
    try await server.post("/v1/customer", proved).expect(200, has: ["balances": ["coins": 5]])
    try await server.post("/v1/customer", texts.merging(proved) { $1 })
      .expect(200, has: ["balances": ["coins": 105]])
  }
}
