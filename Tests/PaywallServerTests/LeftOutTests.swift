import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

@Suite("A text that cannot be verified takes nothing from the others")
struct LeftOutTests {
  private let server: TestServer
  private let shopper: Shopper

  init() throws {
    server = try TestServer.ofStore()
    shopper = try Shopper()
  }

  private static let paths = [
    "/v1/transactions", "/v1/customer", "/v1/offers/eligibility", "/v1/offers/sign",
    "/v1/placements/onboarding", "/v1/placements",
  ]

  private func members(_ path: String, _ texts: [JSON]) -> [String: JSON] {
    var members: [String: JSON] = ["transactions": .array(texts)]
    if path == "/v1/offers/sign" {
      members.merge([
        "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": "jws",
      ]) { $1 }
    }
    if path == "/v1/placements" { members["placements"] = ["onboarding"] }
    return members
  }

  @Test("the request is answered as without it, and says which and why", arguments: paths)
  func answered(path: String) async throws {
    let genuine = try shopper.transaction()
    let forged = JSON.text(String((genuine.string ?? "").dropLast(8)) + "AAAAAAAA")
    let reply = try await server.post(path, members(path, ["eyJ", genuine, forged]))
    #expect(reply.status == 200, "\(reply)")
    let leftOut = try #require(reply.body["leftOut"]?.elements)
    #expect(leftOut.map { $0["field"] } == ["transactions[0]", "transactions[2]"])
    #expect(leftOut.map { $0["code"] } == ["notTrusted", "notTrusted"])
    #expect(leftOut.map { $0["reason"] } == ["malformed", "badSignature"])
    #expect(leftOut.allSatisfy { $0["detail"]?.string?.isEmpty == false })

    let without = try await server.post(path, members(path, [genuine])).body
    #expect(without["leftOut"] == nil)
    // Each signature is another one.
    guard path != "/v1/offers/sign", var told = reply.body.members else { return }
    told["leftOut"] = nil
    #expect(JSON.object(told) == without)
  }

  @Test(
    "where nothing is left, what needs a customer is refused as before",
    arguments: paths.prefix(4))
  func nothingLeft(path: String) async throws {
    try await server.post(path, members(path, ["eyJ", "eyK"])).expect(
      422, "notTrusted", has: ["field": "transactions[0]"])
  }

  @Test(
    "and a paywall is shown as to anybody, with no offer of a customer's", arguments: [true, false])
  func nothingLeftAtAPlacement(asServer: Bool) async throws {
    // A server whose user is known: texts that prove nothing must not open what the name would.
    try await server.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()], "userId": "u-1"],
      as: "server"
    ).expect(200)
    let attributes: JSON = ["userId": "u-1"]
    let reply = try await server.post(
      "/v1/placements/onboarding",
      ["transactions": ["eyJ"], "attributes": attributes, "sign": ["jws"]],
      as: asServer ? "server" : "client")
    #expect(reply.status == 200, "\(reply)")
    #expect(reply.body["leftOut"]?.elements?.map { $0["field"] } == ["transactions[0]"])
    #expect(reply.offers.allSatisfy { $0["signature"] == nil && $0["eligibility"] != "eligible" })
  }

  @Test("a renewal info whose transaction is left out is refused for the transaction")
  func renewalAlone() async throws {
    try await server.post(
      "/v1/customer", ["transactions": ["eyJ"], "renewalInfo": [try shopper.renewal()]]
    ).expect(422, "notTrusted", has: ["field": "transactions[0]"])
  }

  @Test("a redemption beside a forged text is kept, and counts from then on")
  func redemptionIsKept() async throws {
    let server = try TestServer.ofStore {
      $0.offers["loyalty"]?.limit = OfferLimit(perCustomer: 1)
    }
    let redemption = try shopper.transaction([
      "transactionId": "450000000000000777", "productId": "pro_yearly",
      "purchaseDate": .integer(time("2026-12-02T12:05:00Z").milliseconds),
      "signedDate": .integer(time("2026-12-02T12:05:02Z").milliseconds), "offerType": 2,
      "offerIdentifier": "loyalty_20", "offerDiscountType": "PAY_AS_YOU_GO",
    ])
    try await server.post("/v1/transactions", ["transactions": ["eyJ", redemption]]).expect(200)
    try await server.post(
      "/v1/offers/sign", members("/v1/offers/sign", ["eyJ", try shopper.transaction()])
    ).expect(409, reason: "customerLimitReached")
  }

  @Test("an alias rests on all of its texts")
  func alias() async throws {
    try await server.post(
      "/v1/aliases",
      [
        "anonymousId": "device-1", "userId": "ada",
        "transactions": [try shopper.transaction(), "eyJ"],
      ]
    ).expect(422, "notTrusted", has: ["field": "transactions[1]"])
  }
}
