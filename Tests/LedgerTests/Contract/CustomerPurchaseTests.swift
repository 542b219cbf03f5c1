import PaywallCatalog
import Subscribers
import Testing

@testable import Ledger

@Suite struct CustomerPurchaseTests {
  private struct Customers: PurchaseReducer {
    var all: [CustomerPurchases] = []

    mutating func add(_ customer: CustomerPurchases) { all.append(customer) }
  }

  /// The customer `1` has two purchase chains, whose transactions come between those of `2`.
  @Test("Each customer is read once, with everything they bought in the environment", .everyLedger)
  func read() async throws {
    var facts = [
      Sample.purchase(
        "100", customer: "1", bought: 1, token: "0a1b2c3d-0000-4000-8000-abcdefabcdef"),
      Sample.purchase("200", customer: "2", bought: 2, price: nil, currency: nil),
      Sample.purchase("101", chain: "100", customer: "1", bought: 3, discount: .freeTrial),
      Sample.purchase("300", customer: "1", bought: 4, ownership: .familyShared),
      Sample.coins("400", customer: nil),
    ]
    facts[2].offerKind = OpenEnum(.promotional)
    facts[2].offerId = "spring"
    facts[2].offerPeriod = "P1M"
    facts[2].billingPlan = OpenEnum(.monthly)
    facts[2].webOrderLineItemId = "w101"
    facts[1].isUpgraded = true
    facts[1].seats = Seats(averagePrice: 9_990, revoked: 1)
    facts[1].seatRevocations = [SeatRevocation(quantity: 1, at: Sample.day(5))]
    facts[3] = Sample.refund(of: facts[3], at: 6, type: .refundProrated, percentage: 50_000)
    for fact in facts {
      try await ledger.append(Sample.notification("n\(fact.transactionId)", fact), at: 9)
    }
    var graced = Sample.renewalFact("200", customer: "2", signed: 7)
    graced.gracePeriodExpiresDate = Sample.day(12)
    graced.isInBillingRetry = true
    try await ledger.append(Sample.notification("g", facts[1], graced), at: 9)
    let plain = Sample.renewalFact("100", customer: "1", signed: 7)
    try await ledger.append(Sample.notification("p", facts[0], plain), at: 9)
    var test = Sample.purchase("900", customer: "1", bought: 1)
    test.environment = .sandbox
    try await ledger.append(Sample.notification("s", test, environment: .sandbox), at: 9)

    let customers = try await ledger.purchases(in: .production, into: Customers()).all
    facts[0].appAccountToken = nil
    let found = customers.map { Set($0.transactions) }
    #expect(Set(found) == [[facts[0], facts[2], facts[3]], [facts[1]], [facts[4]]])
    #expect(found.count == 3)
    #expect(customers.filter { !$0.renewals.isEmpty }.map(\.renewals) == [[graced]])
    #expect(customers.first { !$0.renewals.isEmpty }?.transactions == [facts[1]])
    let tests = try await ledger.purchases(in: .sandbox, into: Customers()).all
    #expect(tests.map(\.transactions) == [[test]])
    #expect(try await ledger.purchases(in: .xcode, into: Customers()).all.isEmpty)
  }
}
