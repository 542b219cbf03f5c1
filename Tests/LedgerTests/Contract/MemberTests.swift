import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// Copies of family members under the `originalTransactionId` of the payer.
@Suite struct MemberTests {
  private static let paid = Sample.fact("100", signed: 1)
  private static let seat: TransactionFact = {
    var fact = Sample.fact("101", chain: "100", customer: "7050", signed: 5, bought: 1)
    fact.ownership = OpenEnum(.assigned)
    return fact
  }()

  @Test(
    "A seat never moves the purchase to its holder, in both orders of arrival",
    .everyLedger, arguments: [false, true])
  func seat(isReversed: Bool) async throws {
    let facts = isReversed ? [Self.seat, Self.paid] : [Self.paid, Self.seat]
    for fact in facts {
      try await ledger.append(Sample.notification("n\(fact.transactionId)", fact), at: 6)
    }
    let payer = try #require(try await ledger.only(.originalTransactionId("100")))
    #expect(payer.appTransactionId == "7040")
    #expect(payer.transactions.map(\.transactionId) == ["100"])
    #expect(payer.subscriber(at: Sample.day(7)).spend == ["USD": 9990])
    let member = try await ledger.only(.appTransactionId("7050"))
    #expect(member?.transactions.isEmpty == true)
  }

  @Test("Renewal info of a member's copy does not move the purchase either", .everyLedger)
  func renewalInfo() async throws {
    for notification in [
      Sample.notification("a", Self.paid),
      Sample.notification("b", Self.seat, Sample.renewalFact("100", customer: "7050", signed: 6)),
    ] {
      try await ledger.append(notification, at: 7)
    }
    let payer = try #require(try await ledger.only(.originalTransactionId("100")))
    #expect(payer.appTransactionId == "7040")
  }

  @Test("A seat alone is its holder's", .everyLedger)
  func alone() async throws {
    try await ledger.append(Sample.notification("n", Self.seat), at: 6)
    let member = try #require(try await ledger.only(.appTransactionId("7050")))
    #expect(member.transactions.map(\.transactionId) == ["101"])
  }
}
