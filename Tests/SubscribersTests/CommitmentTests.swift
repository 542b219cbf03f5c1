@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// A year that is paid monthly (AppleFacts.md § 3).
struct CommitmentTests {
  /// A month of a commitment that ends on day 360.
  private static func month(
    _ number: Int?, of total: Int? = 12, ends: Double? = 360, revoked: Double? = nil
  ) -> TransactionFact {
    var fact = TransactionFact.bought("yearly", revoked: revoked, revocation: .refundFull)
    fact.transactionId = "1"
    fact.productId = "yearly"
    fact.billingPlan = OpenEnum(.monthly)
    fact.commitment = Commitment(
      billingPeriodNumber: number, totalBillingPeriods: total, price: 119_880,
      expiresDate: ends.map(day))
    if revoked == nil { fact.revocationType = nil }
    return fact
  }

  private static func told(
    signed: Double = 1, renews: Bool?, failed: Bool = false, grace: Double? = nil
  ) -> RenewalFact {
    var fact = RenewalFact.told(
      signed: signed, next: "yearly", autoRenews: true, at: 30,
      isInBillingRetry: failed ? true : nil, graceUntil: grace)
    fact.commitment = renews.map { CommitmentRenewal(autoRenews: $0, renewalDate: day(360)) }
    return fact
  }

  @Test("A cancellation inside a commitment ends it, although its months renew")
  func cancelled() {
    let history = CustomerHistory.of(Self.month(3), told: [Self.told(renews: false)])
    let subscription = history.subscription(at: 10)
    #expect(
      subscription?.commitment
        == RunningCommitment(period: 3, periods: 12, ends: day(360), renews: false))
    #expect(subscription?.autoRenews == false)
    #expect(subscription?.renewal?.date == day(30))
    #expect(subscription?.renewal?.isChange == false)
    #expect(history.pro(at: 10).autoRenew == false)
    #expect(history.pro(at: 10).commitment)
  }

  @Test("A commitment that goes on renews; without word of it, as the months do")
  func renewing() {
    for renews in [true, nil] {
      let history = CustomerHistory.of(Self.month(3), told: [Self.told(renews: renews)])
      #expect(history.subscription(at: 10)?.autoRenews == true)
      #expect(history.subscription(at: 10)?.commitment?.renews == renews)
    }
  }

  @Test(
    "Billing retry lasts 90 days inside a commitment without grace, else 60",
    arguments: [
      (month(3), nil, 90), (month(3), 46, 60), (month(12), nil, 60), (month(11), nil, 90),
      (month(nil), nil, 90), (month(nil, ends: 30), nil, 60), (month(nil, ends: nil), nil, 60),
      (month(0), nil, 60), (month(1, of: 0), nil, 60), (month(13), nil, 60), (.bought(), nil, 60),
    ] as [(TransactionFact, Double?, Double)])
  func retry(fact: TransactionFact, grace: Double?, days: Double) {
    let told = Self.told(signed: 31, renews: true, failed: true, grace: grace)
    let history = CustomerHistory.of(fact, told: [told])
    #expect(history.subscription(at: 29.9)?.state == .subscribed)
    #expect(history.subscription(at: 50)?.state == .inBillingRetryPeriod)
    #expect(history.subscription(at: 50)?.billingIssue?.retryUntil == day(30 + days))
    #expect(history.subscription(at: 29.99 + days)?.state == .inBillingRetryPeriod)
    #expect(history.subscription(at: 30 + days)?.state == .expired)
    #expect(history.names(at: 50).isEmpty)
  }

  @Test("A refund of the present month ends a commitment, and so does the end of its retry")
  func ended() {
    let refunded = CustomerHistory.of(
      Self.month(3, revoked: 12), told: [Self.told(renews: true)])
    #expect(refunded.subscription(at: 11)?.commitment != nil)
    #expect(refunded.subscription(at: 13)?.commitment == nil)
    let failed = CustomerHistory.of(
      Self.month(3), told: [Self.told(signed: 31, renews: true, failed: true)])
    #expect(failed.subscription(at: 100)?.commitment != nil)
    #expect(failed.subscription(at: 121)?.commitment == nil)
    #expect(!failed.pro(at: 121).commitment)
  }

  @Test(
    "A commitment of 0 months, or of a month that it does not have, is none",
    arguments: [(0, 12), (1, 0), (13, 12), (-1, nil), (nil, -12)] as [(Int?, Int?)])
  func contradictory(number: Int?, total: Int?) {
    let fact = Self.month(number, of: total)
    #expect(fact.commitment?.isContradictory == true)
    let history = CustomerHistory.of(fact, told: [Self.told(renews: false)])
    #expect(history.subscription(at: 10)?.commitment == nil)
    #expect(history.subscription(at: 10)?.autoRenews == true)
    #expect(!history.pro(at: 10).commitment)
  }
}
