import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Reports of consumption")
struct ConsumptionRouteTests {
  private let agreed: [String: JSON] = [
    "customerConsented": .flag(true), "deliveryStatus": "delivered",
    "sampleContentProvided": .flag(false),
  ]

  private func server(of shopper: Shopper) async throws -> TestServer {
    let server = try TestServer.ofStore()
    try await server.post(
      "/v1/transactions", ["transactions": [try shopper.transaction()], "userId": "u-1"],
      as: "server"
    ).expect(200)
    return server
  }

  @Test("a server key reports for a customer by each name, and an app's key does not")
  func named() async throws {
    let shopper = try Shopper()
    let server = try await server(of: shopper)
    let names = [
      shopper.appTransactionId, shopper.originalTransactionId, "u-1?by=userId",
      "\(shopper.appTransactionId)?by=appTransactionId&environment=Production",
    ].map { $0.replacing("?", with: "/consumption?") }.map {
      "/v1/customers/\($0.contains("/") ? $0 : $0 + "/consumption")"
    }
    for path in names {
      let reply = try await server.post(path, agreed, as: "server")
      #expect(reply.status == 200, "\(path): \(reply)")
      #expect(reply.body["openRequests"]?.integer == 0)
      try await server.post(path, agreed, as: "client").expect(403, "roleRequired")
    }
  }

  @Test("what cannot be kept says why")
  func refused() async throws {
    let shopper = try Shopper()
    let server = try await server(of: shopper)
    func agreed(_ more: [String: JSON], without key: String = "") -> [String: JSON] {
      var members = self.agreed.merging(more) { _, new in new }
      members[key] = nil
      return members
    }
    let own = "/v1/customers/\(shopper.appTransactionId)/consumption"
    let id = JSON.text(shopper.originalTransactionId)
    for (path, body, status, code) in [
      ("/v1/customers/1/consumption", self.agreed, 404, "unknownCustomer"),
      ("\(own)?environment=sandbox", self.agreed, 404, "unknownCustomer"),
      ("\(own)?environment=moon", self.agreed, 400, "wrongType"),
      ("\(own)?by=name", self.agreed, 400, "malformedQuery"),
      (own, agreed(["transactionId": "404"]), 404, "unknownTransaction"),
      (own, agreed([:], without: "customerConsented"), 400, "missingMember"),
      (own, agreed([:], without: "deliveryStatus"), 400, "missingMember"),
      (own, agreed([:], without: "sampleContentProvided"), 400, "missingMember"),
      (own, agreed(["deliveryStatus": "DELIVERED"]), 400, "wrongType"),
      (own, agreed(["consumptionPercentage": .integer(100_001)]), 400, "wrongType"),
      (own, agreed(["consumptionPercentage": .integer(5)]), 422, "shareNeedsTransaction"),
      (
        own,
        agreed([
          "transactionId": id, "deliveryStatus": "undeliveredOther",
          "consumptionPercentage": .integer(5),
        ]), 422, "shareOfUndelivered"
      ),
      (
        own, agreed(["transactionId": id, "consumptionPercentage": .integer(5)]), 422,
        "shareOfSubscription"
      ),
      (own, agreed(["consent": .flag(true)]), 400, "unknownMember"),
    ] as [(String, [String: JSON], Int, String)] {
      let reply = try await server.post(path, body, as: "server")
      #expect(reply.status == status && reply.code == code, "\(path) \(body): \(reply)")
    }
  }
}
