import AppStore
import AppStoreFixtures
import PaywallCatalog
import Subscribers
import Testing

/// Seats, commitments and bundles as the App Store sends them.
@Suite struct SeatPayloadTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private static let moment = TestStore.moment

  private func fact(_ members: [String: JSON]) throws -> TransactionFact {
    let all = members.merging(["transactionId": "2", "productId": "team"]) { own, _ in own }
    return try #require(try store.transaction(all).payload.fact)
  }

  @Test func `The price of a multiseat purchase is what all seats cost`() throws {
    let fact = try fact([
      "price": 8561, "quantity": 7, "additionalTransactionReason": "SEAT_ADDITION",
      "signedDate": .integer(Self.moment.milliseconds),
      "multiSeatInfo": [
        "invitationManagement": "DEVELOPER", "revokedSeatQuantity": 2,
        "priceTiers": [["price": 9990, "quantity": 2], ["price": 7990, "quantity": 5]],
      ],
    ])
    #expect(fact.price == 59_930)
    #expect(fact.isAddition)
    #expect(fact.seats?.averagePrice == 8561)
    #expect(fact.seats?.invitations == OpenEnum(.developer))
    #expect(fact.seatRevocations == [SeatRevocation(quantity: 2, at: Self.moment)])
    #expect(fact.returns.map(\.share) == [Share(2, of: 7)])
    #expect(fact.seatProblem == nil)
  }

  @Test(
    arguments: [
      (["quantity": 3, "price": 5, "multiSeatInfo": [:]], 15, nil),
      (["quantity": 3, "multiSeatInfo": [:]], nil, nil),
      (["price": 5, "multiSeatInfo": [:]], nil, .quantity),
      (["quantity": -3, "price": 5, "multiSeatInfo": [:]], nil, .quantity),
      (
        ["quantity": 3, "multiSeatInfo": ["priceTiers": [["price": 5, "quantity": 2]]]], nil,
        .tierQuantities
      ),
      (["quantity": 3, "price": 5, "multiSeatInfo": ["priceTiers": [7, "x", nil]]], nil, .tier),
      (["quantity": 3, "price": 5, "multiSeatInfo": ["priceTiers": "none"]], nil, .tier),
      (["quantity": 3, "price": 5, "multiSeatInfo": "none"], nil, .tier),
      (["quantity": 3, "price": 5, "multiSeatInfo": [1]], nil, .tier),
      (["quantity": 3, "price": 5, "multiSeatInfo": nil], 5, nil),
      (
        ["quantity": 3, "price": 5, "multiSeatInfo": ["revokedSeatQuantity": "2"]], 15,
        .revokedQuantity
      ),
      (["quantity": 3, "price": 5], 5, nil),
    ] as [([String: JSON], Int64?, SeatProblem?)])
  func `Odd seats are kept, and their money is unknown`(
    _ members: [String: JSON], price: Int64?, problem: SeatProblem?
  ) throws {
    let fact = try fact(members)
    #expect(fact.price == price)
    #expect(fact.seatProblem == problem)
  }

  @Test func `What renews is the price of all seats`() throws {
    let payload = try store.renewalInfo([
      "originalTransactionId": "1", "renewalPrice": 4990, "renewalQuantity": 12,
      "multiSeatInfo": ["renewalPriceTiers": [["price": 4990, "quantity": 12]]],
      "renewalBillingPlanType": "MONTHLY", "bundleProductID": "ignored", "willUnbundle": true,
      "commitmentInfo": ["commitmentAutoRenewStatus": 0, "commitmentRenewalPrice": 119_880],
    ]).payload
    let fact = try #require(payload.fact)
    #expect(fact.renewalPrice == 59_880)
    #expect(fact.renewalQuantity == 12)
    #expect(fact.billingPlan == OpenEnum(.monthly))
    #expect(fact.commitment == CommitmentRenewal(autoRenews: false, renewalPrice: 119_880))
    #expect(fact.bundle == BundleMembership(willUnbundle: true))
  }

  @Test func `Commitment, bundle and the subscription before are kept`() throws {
    let fact = try fact([
      "billingPlanType": "MONTHLY", "webOrderLineItemId": "77",
      "previousOriginalTransactionId": "41", "bundleProductId": "suite",
      "bundleOriginalTransactionId": "42", "bundleSubscriptionGroupId": "9",
      "commitmentInfo": [
        "billingPeriodNumber": 0, "totalBillingPeriods": 0, "commitmentPrice": 1,
        "commitmentExpiresDate": .integer(Self.moment.milliseconds),
      ],
    ])
    #expect(fact.billingPlan == OpenEnum(.monthly))
    #expect(fact.webOrderLineItemId == "77")
    #expect(fact.previousOriginalTransactionId == "41")
    #expect(
      fact.bundle == BundleMembership(productId: "suite", originalTransactionId: "42", groupId: "9")
    )
    #expect(
      fact.commitment
        == Commitment(
          billingPeriodNumber: 0, totalBillingPeriods: 0, price: 1, expiresDate: Self.moment))
    #expect(fact.commitment?.isContradictory == true)
  }

  @Test
  func `An app transaction says whether Apple took the app back, and from which store`() throws {
    let app = try store.appTransaction([
      "appTransactionId": "704", "revocationDate": .integer(Self.moment.milliseconds),
      "storeType": "education", "originalPlatform": "managed",
    ]).payload
    #expect(app.revocationDate == Self.moment)
    #expect(app.storeType == OpenEnum(.education))
    #expect(app.originalPlatform == OpenEnum(.managed))
    #expect(app.acquisition.platform == "managed")
  }
}
