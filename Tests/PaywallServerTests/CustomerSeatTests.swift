import AppStoreFixtures
import PaywallCatalog
import PaywallServer
import Testing

/// Seats and commitments, which Apple sells since the autumn of 2026, in `/v1/customer`.
@Suite("Seats and commitments of a customer")
struct CustomerSeatTests {
  /// Four seats for 9.99 each, one of them refunded, two of them renewing.
  private static let seats: (transaction: [String: JSON], renewal: [String: JSON]) = (
    [
      "quantity": 4,
      "multiSeatInfo": [
        "invitationManagement": "DEVELOPER", "priceTiers": [["price": 9990, "quantity": 4]],
        "revokedSeatQuantity": 1,
      ],
    ],
    [
      "renewalQuantity": 2,
      "multiSeatInfo": ["renewalPriceTiers": [["price": 9990, "quantity": 2]]],
    ]
  )

  /// The third month of a year that is paid monthly, after which nothing renews.
  private static let commitment: (transaction: [String: JSON], renewal: [String: JSON]) = (
    [
      "billingPlanType": "MONTHLY",
      "commitmentInfo": [
        "billingPeriodNumber": 3, "totalBillingPeriods": 12, "commitmentPrice": 119_880,
        "commitmentExpiresDate": .integer(time("2027-10-01T00:00:00Z").milliseconds),
      ],
    ],
    [
      "renewalBillingPlanType": "MONTHLY",
      "commitmentInfo": [
        "commitmentAutoRenewStatus": 0,
        "commitmentRenewalDate": .integer(time("2027-10-01T00:00:00Z").milliseconds),
      ],
    ]
  )

  private static let cases: [(String, [String: JSON], [String: JSON], JSON, autoRenew: Bool)] = [
    ("seats", seats.transaction, seats.renewal, ["held": 3, "renewing": 2], true),
    (
      "commitment", commitment.transaction, commitment.renewal,
      ["ends": "2027-10-01T00:00:00Z", "renews": false, "period": 3, "periods": 12], false
    ),
  ]

  @Test(
    "are told to the roles server and admin, and to an app that shows its texts", arguments: 0..<2)
  func told(_ number: Int) async throws {
    let (member, transaction, renewal, expected, autoRenew) = Self.cases[number]
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    let texts: [String: JSON] = [
      "transactions": [try shopper.transaction(transaction)],
      "renewalInfo": [try shopper.renewal(renewal)],
    ]
    _ = try await server.post("/v1/transactions", texts, as: "server")
    let named: [String: JSON] = [
      "customer": ["appTransactionId": .text(shopper.appTransactionId)]
    ]
    for (role, body) in [("server", named), ("admin", named), ("client", texts)] {
      let reply = try await server.post("/v1/customer", body, as: role)
      let group = reply.body["groups"]?.elements?.first
      #expect(group?[member] == expected, "\(role): \(reply)")
      #expect(group?["autoRenew"] == .flag(autoRenew), "\(role): \(reply)")
    }
  }

  @Test("are not told of a subscription that has none")
  func none() async throws {
    let (server, shopper) = (try TestServer.ofStore(), try Shopper())
    let reply = try await server.post(
      "/v1/customer", ["transactions": [try shopper.transaction()]], as: "server")
    let group = try #require(reply.body["groups"]?.elements?.first)
    #expect(group["seats"] == nil && group["commitment"] == nil, "\(reply)")
  }
}
