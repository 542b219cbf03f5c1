import AppStoreFixtures
import PaywallCatalog
import PaywallServer
import Testing

/// Consumables, lifetime purchases and passes in `/v1/customer` (`coins.json` of the reference).
@Suite("Purchases that do not renew")
struct OneTimePurchaseTests {
  private static let ada = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
  private static let bob = "8e3fb20b-4cdb-47cc-936d-99d65f608138"

  private static func coins(_ id: String, quantity: Int64 = 3, account: String? = nil)
    -> [String: JSON]
  {
    [
      "transactionId": .text(id), "originalTransactionId": .text(id), "productId": "coins_100",
      "type": "Consumable", "subscriptionGroupIdentifier": .null, "expiresDate": .null,
      "quantity": .integer(quantity), "price": 14970,
      "appAccountToken": account.map(JSON.text) ?? .null,
    ]
  }

  private static func refunded(_ coins: [String: JSON], at moment: String) -> [String: JSON] {
    coins.merging([
      "revocationDate": .integer(time(moment).milliseconds), "revocationReason": 1,
      "signedDate": .integer(time(moment).milliseconds),
    ]) { $1 }
  }

  private static func ask(_ shopper: Shopper, after cursor: JSON? = nil) -> [String: JSON] {
    var body: [String: JSON] = ["customer": ["appTransactionId": .text(shopper.appTransactionId)]]
    if let cursor { body["purchasesAfter"] = cursor }
    return body
  }

  private static func ids(_ reply: TestServer.Reply) -> [String?] {
    (reply.body["purchases"]?.elements ?? []).map { $0["transactionId"]?.string }
  }

  @Test("a server learns product, quantity, price, transaction and moment, and each change once")
  func server() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    for (number, id) in ["501", "502"].enumerated() {
      try await server.post(
        "/v1/appstore/notifications",
        shopper.notification(
          "ONE_TIME_CHARGE", uuid: "00000000-0000-4000-8000-00000000000\(number)",
          Self.coins(id))
      ).expect(200)
    }
    let first = try await server.post("/v1/customer", Self.ask(shopper), as: "server")
    #expect(
      first.body["purchases"]?.elements?.first == [
        "transactionId": "501", "product": "coins_100", "type": "Consumable", "quantity": 3,
        "purchasedAt": "2026-12-01T00:00:00Z", "priceMilliunits": 14970, "currency": "USD",
      ], "\(first)")
    #expect(Self.ids(first) == ["501", "502"])
    #expect(first.body["morePurchases"] == false)
    let cursor = try #require(first.body["purchasesCursor"])
    let second = try await server.post(
      "/v1/customer", Self.ask(shopper, after: cursor), as: "server")
    #expect(Self.ids(second) == [])

    _ = try await server.post(
      "/v1/appstore/notifications",
      shopper.notification(
        "REFUND", uuid: "00000000-0000-4000-8000-000000000009",
        Self.refunded(Self.coins("501"), at: "2026-12-05T00:00:00Z")))
    let third = try await server.post(
      "/v1/customer", Self.ask(shopper, after: cursor), as: "server")
    #expect(Self.ids(third) == ["501"])
    let refund = third.body["purchases"]?.elements?.first
    #expect(refund?["revokedAt"] == "2026-12-05T00:00:00Z")
    #expect(refund?["refunded"] == true)
    #expect(refund?["refundedPercentage"] == 100_000)

    let part = Self.refunded(Self.coins("502"), at: "2026-12-05T00:00:00Z").merging([
      "revocationType": "REFUND_PRORATED", "revocationPercentage": 25_000,
    ]) { $1 }
    _ = try await server.post(
      "/v1/appstore/notifications",
      shopper.notification("REFUND", uuid: "00000000-0000-4000-8000-000000000010", part))
    let last = try await server.post(
      "/v1/customer", Self.ask(shopper, after: third.body["purchasesCursor"]), as: "server")
    #expect(Self.ids(last) == ["502"])
    #expect(last.body["purchases"]?.elements?.first?["refundedPercentage"] == 25_000)
  }

  @Test("who sits on a seat is not told what its payer bought")
  func seat() async throws {
    let (server, payer) = (try TestServer.ofStore(), try Shopper())
    try await server.post(
      "/v1/transactions",
      [
        "transactions": [try payer.transaction(), try payer.transaction(Self.coins("501"))]
      ], as: "server"
    ).expect(200)
    let seat = try payer.transaction([
      "transactionId": "777", "appTransactionId": "704000000000077777",
      "inAppOwnershipType": "ASSIGNED", "price": .null,
    ])
    func asked(with text: JSON) async throws -> TestServer.Reply {
      try await server.post("/v1/customer", ["transactions": [text]], as: "server")
    }
    let holder = try await asked(with: seat)
    #expect(holder.status == 200, "\(holder)")
    #expect(Self.ids(holder) == [])
    #expect(Self.ids(try await asked(with: payer.transaction())) == ["501"])
  }

  @Test("an app sees product and quantity of what it holds, and no id")
  func app() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    let body: [String: JSON] = [
      "transactions": [
        try shopper.transaction(Self.coins("501")),
        try shopper.transaction(
          Self.refunded(Self.coins("502"), at: "2026-12-01T00:00:05Z")),
      ]
    ]
    for path in ["/v1/transactions", "/v1/customer"] {
      let reply = try await server.post(path, body)
      #expect(
        reply.body["purchases"] == [
          ["product": "coins_100", "type": "Consumable", "quantity": 3]
        ], "\(reply)")
      #expect(reply.body["purchasesCursor"] == nil)
      #expect(!"\(reply)".contains("501"), "\(reply)")
    }
    try await server.post("/v1/customer", body.merging(["purchasesAfter": "00"]) { $1 }).expect(403)
  }

  @Test("who asks for a user sees that user's purchases and those of no account")
  func users() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    for account in [Self.ada, Self.bob] {
      _ = try await server.post(
        "/v1/transactions",
        [
          "userId": .text(account),
          "transactions": [
            try shopper.transaction(
              Self.coins(account == Self.ada ? "601" : "602", account: account)),
            try shopper.transaction(Self.coins("603")),
          ],
        ], as: "server")
    }
    for (name, expected) in [
      (["userId": .text(Self.ada)], ["601", "603"]),
      (["userId": .text(Self.bob.uppercased())], ["603", "602"]),
      (["appTransactionId": .text(shopper.appTransactionId)], ["601", "603", "602"]),
    ] as [([String: JSON], [String])] {
      let reply = try await server.post("/v1/customer", ["customer": .object(name)], as: "server")
      #expect(Self.ids(reply) == expected, "\(name): \(reply)")
    }
    // An app that narrows its own evidence.
    let narrowed = try await server.post(
      "/v1/customer",
      [
        "transactions": [try shopper.transaction(Self.coins("603"))],
        "attributes": ["appAccountToken": .text(Self.bob)],
      ])
    #expect(narrowed.body["purchases"]?.elements?.count == 2, "\(narrowed)")
  }

  @Test("a copy that names no account does not show another one's purchase")
  func copies() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper(1, account: Self.ada))
    let copy: [String: JSON] = [
      "transactionId": "450000000000099999", "webOrderLineItemId": "w1", "appAccountToken": .null,
      "signedDate": .integer(time("2026-12-01T00:00:09Z").milliseconds),
    ]
    let reply = try await server.post(
      "/v1/transactions",
      [
        "transactions": [
          try shopper.transaction(["webOrderLineItemId": "w1"]), try shopper.transaction(copy),
        ], "attributes": ["appAccountToken": .text(Self.bob)],
      ])
    #expect(reply.body["groups"]?.elements?.count == 0, "\(reply)")
    #expect(reply.body["entitlements"]?.elements?.count == 0, "\(reply)")
  }

  @Test("a cursor that no answer had is a problem")
  func malformed() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    _ = try await server.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()]], as: "server")
    for cursor in ["", "x", "abc", "00.1", "00.1-2-3"] as [JSON] {
      try await server.post(
        "/v1/customer", Self.ask(shopper, after: cursor), as: "server"
      ).expect(400, has: ["code": "wrongType"])
    }
  }
}
