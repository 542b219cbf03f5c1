import AppStoreFixtures
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

/// Access that was not bought in the App Store, over HTTP. It is noon of 5 December 2026.
@Suite("Given access over HTTP")
struct GivenAccessRouteTests {
  private static let path = "/v1/customers/user-7/access?by=userId"
  private static let end = "2027-01-31T00:00:00Z"
  private static let pro: JSON = [
    ["id": "pro", "product": "", "expires": .text(end), "source": "manual"]
  ]

  private static func gift(_ more: [String: JSON] = [:]) -> [String: JSON] {
    let body: [String: JSON] = [
      "id": "g-1", "entitlement": "pro", "until": .text(end), "reason": "an outage",
    ]
    return body.merging(more) { $1 }.filter { $0.value != .null }
  }

  private static func sell(_ snapshot: inout Snapshot) {
    for id in snapshot.products.keys { snapshot.products[id]?.entitlements = ["pro"] }
    snapshot.products["pro_yearly"]?.entitlements = ["pro", "team"]
  }

  @Test("a repeat is the same record, a later end extends it, and revoking ends it")
  func record() async throws {
    let server = try TestServer.ofStore(Self.sell)
    let given = try await server.post(Self.path, Self.gift(), as: "server")
    given.expect(
      200,
      has: [
        "id": "g-1", "source": "manual", "entitlement": "pro", "until": .text(Self.end),
        "active": .flag(true), "by": "server-name", "reason": "an outage",
        "givenAt": "2026-12-05T12:00:00Z", "userId": "user-7", "appTransactionId": nil,
        "changed": .flag(true),
      ])
    try await server.post(Self.path, Self.gift(), as: "admin")
      .expect(200, has: ["changed": .flag(false), "by": "server-name"])
    let later = Self.gift(["until": "2027-02-28T00:00:00Z", "reason": "another outage"])
    try await server.post(Self.path, later, as: "admin")
      .expect(200, has: ["changed": .flag(true), "by": "admin-name"])
    let list = try await server.get(Self.path, as: "server").body["access"]?.elements
    #expect(list?.count == 1)
    #expect(list?.first?["reason"] == "another outage")
    let gone = "/v1/customers/user-7/access/g-1?by=userId"
    for _ in 0..<2 {
      try await server.delete(gone).expect(
        200, has: ["active": .flag(false), "revokedAt": "2026-12-05T12:00:00Z"])
    }
    try await server.post(Self.path, later, as: "server")
      .expect(200, has: ["changed": .flag(false), "active": .flag(false)])
    let named: [String: JSON] = ["customer": ["userId": "user-7"]]
    try await server.post("/v1/customer", named, as: "server")
      .expect(200, has: ["entitlements": []])
    try await server.delete("/v1/customers/user-7?by=userId").expect(200)
    #expect(try await server.get(Self.path, as: "server").body["access"]?.elements == [])
    try await server.post("/v1/customer", named, as: "server").expect(404, "unknownCustomer")
  }

  @Test("access of a user id shows to server keys, and to an app under a proof alone")
  func seen() async throws {
    let (server, shopper) = (try TestServer.withProofs(Self.sell), try Shopper())
    try await server.post(Self.path, Self.gift(), as: "server").expect(200)
    let user: JSON = ["userId": "user-7"]
    for role in ["server", "admin"] {
      try await server.post("/v1/customer", ["customer": user], as: role)
        .expect(200, has: ["entitlements": Self.pro, "groups": []])
    }
    try await server.post("/v1/customer", ["attributes": user]).expect(403, "evidenceRequired")
    try await server.post(
      "/v1/customer", ["attributes": user, "userProof": .text(UserProofTests.proofOf15)]
    ).expect(403, "evidenceRequired")
    try await server.post("/v1/customer", ["customer": user]).expect(403, "roleRequired")
    let proof = JSON.text(UserProofTests.proof)
    try await server.post("/v1/customer", ["attributes": user, "userProof": proof])
      .expect(200, has: ["entitlements": Self.pro, "groups": []])
    // A proof of an id that was given nothing.
    try await server.post(
      "/v1/customer",
      ["attributes": ["userId": "user-15"], "userProof": .text(UserProofTests.proofOf15)]
    ).expect(200, has: ["entitlements": []])
    let texts: [String: JSON] = ["appTransaction": try shopper.appTransaction, "attributes": user]
    for path in ["/v1/customer", "/v1/transactions"] {
      try await server.post(path, texts).expect(200, has: ["entitlements": []])
      try await server.post(path, texts.merging(["userProof": proof]) { $1 })
        .expect(200, has: ["entitlements": Self.pro])
      try await server.post(
        path, texts.merging(["userProof": .text(UserProofTests.proofOf15)]) { $1 }
      ).expect(200, has: ["entitlements": []])
    }
  }

  @Test("access of a customer of Apple shows to the evidence of that customer")
  func evidence() async throws {
    let (server, shopper, other) = (
      try TestServer.ofStore(Self.sell), try Shopper(), try Shopper(2)
    )
    for each in [shopper, other] {
      try await server.post("/v1/transactions", ["appTransaction": try each.appTransaction])
        .expect(200)
    }
    let path = "/v1/customers/\(shopper.appTransactionId)/access"
    let play = Self.gift(["source": "play", "product": "pro_yearly", "entitlement": .null])
    try await server.post(path, play, as: "server").expect(
      200, has: ["product": "pro_yearly", "appTransactionId": .text(shopper.appTransactionId)])
    try await server.post("/v1/customer", ["appTransaction": try shopper.appTransaction]).expect(
      200,
      has: [
        "entitlements": .array(
          ["pro", "team"].map {
            [
              "id": .text($0), "product": "pro_yearly", "expires": .text(Self.end),
              "source": "play",
            ]
          })
      ])
    try await server.post("/v1/customer", ["appTransaction": try other.appTransaction])
      .expect(200, has: ["entitlements": []])
    // The longer one counts, and a purchase is none of the access.
    try await server.post("/v1/transactions", ["transactions": [try shopper.transaction()]])
      .expect(200)
    let whole = try await server.post(
      "/v1/customer", ["customer": ["appTransactionId": .text(shopper.appTransactionId)]],
      as: "server")
    whole.expect(200, has: ["appTransactionIds": [.text(shopper.appTransactionId)]])
    #expect(whole.body["entitlements"]?.elements?.first?["source"] == "play")
    #expect(whole.body["groups"]?.elements?.count == 1)
    // Apple's facts alone decide on offers.
    let offers = try await server.post(
      "/v1/offers/eligibility", ["appTransaction": try other.appTransaction])
    try await server.post(
      "/v1/customers/\(other.appTransactionId)/access", Self.gift(["id": "g-2"]), as: "server"
    ).expect(200)
    let again = try await server.post(
      "/v1/offers/eligibility", ["appTransaction": try other.appTransaction])
    #expect(offers.status == 200 && offers.body == again.body)
  }

  @Test("access shows until its moment, and not then")
  func moment() async throws {
    var server = try TestServer.ofStore(Self.sell)
    try await server.post(Self.path, Self.gift(), as: "server").expect(200)
    let named: [String: JSON] = ["customer": ["userId": "user-7"]]
    server.now = time(Self.end).adding(milliseconds: -1)
    try await server.post("/v1/customer", named, as: "server")
      .expect(200, has: ["entitlements": Self.pro])
    server.now = time(Self.end)
    try await server.post("/v1/customer", named, as: "server")
      .expect(200, has: ["entitlements": []])
  }

  @Test("what cannot be given says why")
  func refused() async throws {
    let server = try TestServer.ofStore(Self.sell)
    try await server.post(Self.path, Self.gift(), as: "server").expect(200)
    let long = JSON.text(String(repeating: "x", count: 10_000))
    for (change, status, code) in [
      (["reason": .null], 422, "accessIncomplete"), (["reason": ""], 422, "accessIncomplete"),
      (["reason": "  "], 422, "accessIncomplete"), (["reason": long], 400, "attributeTooLong"),
      (["id": ""], 400, "wrongType"), (["until": .null], 400, "missingMember"),
      (["until": "tomorrow"], 400, "wrongType"), (["source": "amazon"], 400, "wrongType"),
      (["entitlement": .null], 422, "accessIncomplete"),
      (["product": "pro_monthly"], 422, "accessIncomplete"),
      (["entitlement": "gold"], 422, "unknownEntitlement"),
      (["entitlement": .null, "product": "gold"], 422, "unknownProduct"),
      (["until": "2126-01-01T00:00:00Z"], 422, "accessOutOfRange"),
      (["until": "2036-12-05T12:00:00.001Z"], 422, "accessOutOfRange"),
      (["until": "2026-12-05T12:00:00Z"], 422, "accessOutOfRange"),
      (["source": "stripe", "id": .null], 422, "accessIncomplete"),
      (["priceMilliunits": 990], 422, "accessIncomplete"),
      (["priceMilliunits": 990, "currency": "euro"], 400, "wrongType"),
      (["gift": .flag(true)], 400, "unknownMember"),
    ] as [([String: JSON], Int, String)] {
      let reply = try await server.post(Self.path, Self.gift(change), as: "server")
      #expect(reply.status == status && reply.code == code, "\(change): \(reply)")
    }
    for (path, status, code) in [
      ("/v1/customers/7/access", 404, "unknownCustomer"),
      ("/v1/customers/%20/access?by=userId", 404, "unknownCustomer"),
      ("/v1/customers/null/access?by=userId", 404, "unknownCustomer"),
      ("/v1/customers/undefined/access?by=userId", 404, "unknownCustomer"),
      ("/v1/customers/user-7/access?by=name", 400, "malformedQuery"),
      ("\(Self.path)&environment=moon", 400, "wrongType"),
      ("/v1/customers/user-8/access?by=userId", 409, "accessTaken"),
    ] {
      let reply = try await server.post(path, Self.gift(), as: "server")
      #expect(reply.status == status && reply.code == code, "\(path): \(reply)")
    }
    try await server.post(Self.path, Self.gift(), as: "client").expect(403, "roleRequired")
    try await server.get(Self.path, as: "client").expect(403, "roleRequired")
    let record = "/v1/customers/user-7/access/g-1?by=userId"
    try await server.delete(record, as: "client").expect(403, "roleRequired")
    try await server.delete("\(record)&source=stripe").expect(404, "unknownAccess")
    try await server.delete("\(record)&source=amazon").expect(400, "wrongType")
    // A fact of another store that has ended gives nothing, and is kept.
    let past = Self.gift(["source": "other", "until": "2026-12-01T00:00:00Z", "reason": .null])
    try await server.post(Self.path, past, as: "server")
      .expect(200, has: ["active": .flag(false), "reason": nil])
    // Ten years are the longest time.
    let longest = Self.gift(["id": "g-3", "until": "2036-12-05T12:00:00Z"])
    try await server.post(Self.path, longest, as: "server").expect(200)
  }

  @Test("a key that has given its records of the day waits until the next, or for another number")
  func limit() async throws {
    var server = try TestServer.ofStore(Self.sell)
    let key = try #require(server.keys.firstIndex { $0.role == .server })
    server.keys[key].accessPerDay = 2
    for number in 0..<2 {
      try await server.post(Self.path, Self.gift(["id": .text("g\(number)")]), as: "server")
        .expect(200)
    }
    let refused = try await server.post(Self.path, Self.gift(), as: "server")
    refused.expect(429, "accessLimitReached")
    // Until midnight are 12 hours.
    #expect(refused.description.contains("\nretry-after: 43201\n"), "\(refused)")
    try await server.post(Self.path, Self.gift(["id": "g0"]), as: "server")
      .expect(200, has: ["changed": .flag(false)])
    let stripe = Self.gift(["source": "stripe"])
    try await server.post(Self.path, stripe, as: "server").expect(200)
    try await server.post(Self.path, Self.gift(), as: "admin").expect(200)
    server.now = time("2026-12-06T00:00:00Z")
    try await server.post(Self.path, Self.gift(["id": "g2"]), as: "server").expect(200)
    server.keys[key].accessPerDay = 0
    try await server.post(Self.path, Self.gift(["id": "g3"]), as: "server")
      .expect(429, "accessLimitReached")
  }
}
