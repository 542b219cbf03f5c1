@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// Days that were paid for, days since, money, refunds.
struct CountingTests {
  @Test("Days are paid for by what cost something, the current period as a whole")
  func paidDays() {
    let history = CustomerHistory.of(
      .trial(), .bought("2", from: 7, until: 37, reason: .renewal),
      .bought("3", from: 37, until: 67, reason: .renewal))
    #expect(history.pro(at: 40).paidDays == 60)
  }

  @Test(
    "Free, shared and wholly refunded periods are not paid for; a partly refunded one until then",
    arguments: [
      (.bought(price: 0), 0), (.bought(price: nil), 30),
      (.bought(price: nil, offer: .introductory, discount: .freeTrial), 0),
      (.bought(ownership: .familyShared), 0), (.bought(ownership: .assigned), 0),
      (.bought(revoked: 12, revocation: .refundFull), 0),
      (.bought(revoked: 12, revocation: .refundProrated, share: 60_000), 12),
      (.bought(revoked: 12, revocation: .refundProrated), 0),
      (.bought(revoked: 12), 0), (.bought(revoked: 12, share: 60_000), 12),
      (.bought(until: nil), 0), (.bought(from: nil), 30), (.bought("2", from: nil), 0),
    ] as [(TransactionFact, Int)])
  func paid(transaction: TransactionFact, days: Int) {
    var transaction = transaction
    // The first transaction tells its purchase as its original date, too.
    transaction.originalPurchaseDate = day(0)
    #expect(CustomerHistory.of(transaction).pro(at: 50).paidDays == days)
  }

  @Test("Time that an upgrade replaced counts once")
  func upgrade() {
    let marked = CustomerHistory.of(
      .bought("1", "basic", isUpgraded: true), .bought("2", "monthly", from: 10, until: 40))
    #expect(marked.pro(at: 50).paidDays == 40)
    let untold = CustomerHistory.of(
      .bought("1", "yearly", until: 365), .bought("2", "monthly", from: 10, until: 40))
    #expect(untold.pro(at: 50).paidDays == 40)
  }

  @Test("Days since are counted from the end of the last period, not from the end of grace")
  func lapsed() {
    let history = CustomerHistory.of(
      .bought(), told: [.told(signed: 30, at: 30, isInBillingRetry: true, graceUntil: 46)])
    #expect(history.pro(at: 20).lapsedDays == nil)
    #expect(history.pro(at: 40).lapsedDays == nil)
    #expect(history.pro(at: 46.5).lapsedDays == 16)
    #expect(history.pro(at: 130.5).lapsedDays == 100)
  }

  @Test("Money is added up by currency, what was given back left out")
  func spend() {
    let subscriber = CustomerHistory.of(
      .bought("1"), .bought("2", price: 5000, currency: "USD"),
      .bought("3", of: "3", "coins", until: nil, type: .consumable, group: nil, price: 1500),
      .bought(
        "4", of: "4", "lifetime", until: nil, type: .nonConsumable, group: nil, price: 99_000,
        revoked: 3, revocation: .refundFull),
      .bought("5", of: "5", ownership: .familyShared), .bought("6", of: "6", ownership: .assigned),
      .bought("7", revoked: 3, revocation: .refundProrated, share: 67_932)
    ).subscriber(at: day(5))
    // 9990 × 32.068 % is 3203.6, of which whole milliunits stay.
    #expect(subscriber.spend == ["EUR": 9990 + 1500 + 3203, "USD": 5000])
    #expect(subscriber.refunds == 2)
  }

  @Test("Money saturates, is never negative, and without a currency is XXX")
  func extremes() {
    let much = CustomerHistory.of(
      .bought("1", price: .max), .bought("2", price: .max),
      .bought("3", price: .min, currency: "USD"), .bought("4", price: 7, currency: nil),
      .bought(
        "5", price: .max, currency: "JPY", revoked: 1, revocation: .refundProrated, share: 50_000),
      .bought(
        "6", price: .max, currency: "CHF", revoked: 1, revocation: .refundProrated, share: -5),
      .bought(
        "7", price: 100, currency: "SEK", revoked: 1, revocation: .refundProrated,
        share: 100_001)
    ).subscriber(at: day(5))
    #expect(
      much.spend == ["EUR": .max, "XXX": 7, "JPY": 4_611_686_018_427_387_903, "CHF": .max])
  }

  @Test("A refund counts from its date; a family member's loss is none")
  func refunds() {
    let history = CustomerHistory.of(
      .bought("1", revoked: 10, revocation: .refundFull),
      .bought("2", of: "2", ownership: .familyShared, revoked: 10, revocation: .familyRevoke))
    #expect(history.subscriber(at: day(9)).refunds == 0)
    #expect(history.subscriber(at: day(9)).spend == ["EUR": 9990])
    #expect(history.subscriber(at: day(10)).refunds == 1)
    #expect(history.subscriber(at: day(10)).groups.map(\.refunds) == [1])
    #expect(history.subscriber(at: day(10)).spend.isEmpty)
  }

  @Test("A family member has a state, and neither spends nor uses up an introductory offer")
  func family() {
    let history = CustomerHistory.of(
      .bought(ownership: .familyShared, price: 0, offer: .introductory, discount: .freeTrial))
    let facts = history.pro(at: 5)
    #expect(facts.state == .subscribed && facts.familyShared && facts.ever)
    #expect(!facts.everIntroductory && facts.introductory == nil)
    #expect(history.pro(at: 30).state == .expired)
  }

  @Test("Introductory use is for life, refunded and upgraded ones included, and the first is named")
  func introductory() {
    let history = CustomerHistory.of(
      .bought(
        "1", of: "1", price: 0, offer: .introductory, discount: .freeTrial, isUpgraded: true,
        revoked: 3, revocation: .refundFull),
      .bought("2", from: 3, until: 33))
    let facts = history.pro(at: 500)
    #expect(facts.everIntroductory)
    #expect(
      facts.introductory
        == GroupFacts.Purchase(transactionId: "1", purchaseDate: day(0), expiresDate: day(30)))
  }
}
