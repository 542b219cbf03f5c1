@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// The state of one subscription, from dates (AppleFacts.md § 6).
struct StateTests {
  @Test(
    "A period ends by the clock alone",
    arguments: [(-1, .subscribed), (0, .subscribed), (29.99, .subscribed), (30, .expired)]
      as [(Double, SubscriptionState)])
  func clock(now: Double, state: SubscriptionState) {
    #expect(CustomerHistory.of(.bought()).pro(at: now).state == state)
  }

  @Test("Who never subscribed has no group and no state")
  func nobody() {
    let facts = CustomerHistory.of().facts(at: day(0), in: shop)
    #expect(facts == SubscriberFacts.newcomer)
  }

  @Test(
    "After a charge that failed comes grace, then retry for 60 days, then the end",
    arguments: [
      (30, .inGracePeriod), (45.99, .inGracePeriod), (46, .inBillingRetryPeriod),
      (89.99, .inBillingRetryPeriod), (90, .expired),
    ] as [(Double, SubscriptionState)])
  func billing(now: Double, state: SubscriptionState) throws {
    let history = CustomerHistory.of(
      .bought(),
      told: [.told(signed: 30, at: 30, isInBillingRetry: true, graceUntil: 46)])
    let subscription = try #require(history.subscription(at: now))
    #expect(subscription.state == state)
    let issue = BillingIssue(
      since: day(30), graceUntil: state == .inGracePeriod ? day(46) : nil, retryUntil: day(90))
    #expect(subscription.billingIssue == (state == .expired ? nil : issue))
    #expect(subscription.entitledUntil == (state == .inGracePeriod ? day(46) : nil))
  }

  @Test("Grace needs a charge that failed; a date alone is enough if nothing denies it")
  func grace() {
    func state(_ isInBillingRetry: Bool?) -> SubscriptionState {
      CustomerHistory.of(
        .bought(), told: [.told(signed: 30, isInBillingRetry: isInBillingRetry, graceUntil: 46)]
      ).pro(at: 40).state
    }
    #expect(state(true) == .inGracePeriod)
    #expect(state(nil) == .inGracePeriod)
    #expect(state(false) == .expired)
  }

  @Test("What renewal info said of an earlier period says nothing of a later purchase")
  func staleRenewalInfo() throws {
    let old = RenewalFact.told(
      signed: 31, autoRenews: false, at: 30, isInBillingRetry: true, winBack: ["come"])
    let history = CustomerHistory.of(
      .bought(), .bought("2", from: 40, until: 70), told: [old])
    let subscription = try #require(history.subscription(at: 75))
    #expect(subscription.state == .expired)
    #expect(subscription.autoRenews == nil)
    #expect(subscription.renewal == nil)
    #expect(history.pro(at: 75).winBack == nil)
  }

  @Test("Renewal info of a renewal that was made a day ahead is about it")
  func renewedAhead() {
    let history = CustomerHistory.of(
      .bought(), .bought("2", from: 30, until: 60, signed: 29, reason: .renewal),
      told: [.told(signed: 29, at: 60)])
    #expect(history.pro(at: 29).autoRenew == true)
    #expect(history.pro(at: 29).current?.transactionId == "2")
  }

  @Test("An extension moves the end of the same transaction")
  func extended() {
    var history = CustomerHistory.of(.bought())
    history.add(.bought(until: 37, signed: 29))
    history.add(.bought(signed: 1))
    #expect(history.pro(at: 36.9).state == .subscribed)
    #expect(history.pro(at: 37).state == .expired)
  }

  @Test(
    "A refunded period is revoked from its revocation on; before, it is what it was",
    arguments: [(9.99, .subscribed), (10, .revoked), (31, .revoked)]
      as [(Double, SubscriptionState)])
  func refund(now: Double, state: SubscriptionState) {
    let facts = CustomerHistory.of(
      .bought(revoked: 10, revocation: .refundFull)
    ).pro(at: now)
    #expect(facts.state == state)
    #expect(facts.refunded == (now >= 10))
    #expect(facts.lapsedDays == (now >= 10 ? Int(now - 10) : nil))
  }

  @Test("A reversed refund gives back what is left; after the end nothing is left")
  func reversed() {
    var history = CustomerHistory.of(.bought(revoked: 10, revocation: .refundFull))
    history.add(.bought(signed: 12))
    #expect(history.pro(at: 12).state == .subscribed)
    #expect(history.pro(at: 12).refunded == false)
    #expect(history.pro(at: 30).state == .expired)
  }

  @Test("A refund of an earlier period leaves the current one alone")
  func refundOfEarlier() {
    let history = CustomerHistory.of(
      .bought(revoked: 40, revocation: .refundFull),
      .bought("2", from: 30, until: 60, reason: .renewal))
    #expect(history.pro(at: 45).state == .subscribed)
    #expect(history.pro(at: 60).state == .expired)
    #expect(history.pro(at: 45).refunded)
  }

  @Test("A refunded year is past once something was bought after its refund, though it ends later")
  func boughtAfterRefund() {
    let history = CustomerHistory.of(
      .bought(until: 365, revoked: 10, revocation: .refundFull),
      .bought("2", from: 20, until: 50))
    #expect(history.pro(at: 25).state == .subscribed)
    #expect(history.pro(at: 50).state == .expired)
  }

  @Test("A renewal refunded before it begins leaves the period before it")
  func refundAhead() {
    let history = CustomerHistory.of(
      .bought(),
      .bought(
        "2", from: 30, until: 60, signed: 29, reason: .renewal, revoked: 29.5,
        revocation: .refundFull))
    #expect(history.pro(at: 29.8).state == .subscribed)
    #expect(history.pro(at: 29.8).current?.transactionId == "1")
    #expect(history.pro(at: 30).state == .expired)
  }

  @Test("What an upgrade replaced does not count, whichever ends later")
  func upgraded() {
    let marked = CustomerHistory.of(
      .bought(of: "1", "yearly", until: 365, isUpgraded: true),
      .bought("2", "monthly", from: 10, until: 40))
    #expect(marked.pro(at: 20).product == "monthly")
    #expect(marked.pro(at: 40).state == .expired)
    #expect(marked.pro(at: 41).lapsedDays == 1)
  }

  @Test("A purchase of another product in a running period is an upgrade, told or not")
  func upgradeUntold() {
    let history = CustomerHistory.of(
      .bought(of: "1", "yearly", until: 365), .bought("2", "monthly", from: 10, until: 40))
    #expect(history.pro(at: 20).product == "monthly")
    #expect(history.pro(at: 40).state == .expired)
  }

  @Test("A renewal or the same product in a running period replaces nothing")
  func noUpgrade() {
    let renewal = CustomerHistory.of(
      .bought("1", "yearly", until: 365),
      .bought("2", "monthly", from: 10, until: 40, reason: .renewal))
    #expect(renewal.pro(at: 50).product == "yearly")
    let same = CustomerHistory.of(
      .bought("1", until: 365), .bought("2", from: 10, until: 40))
    #expect(same.pro(at: 50).state == .subscribed)
  }

  @Test("If only a replaced period is known, nothing is held")
  func upgradedOnly() throws {
    let history = CustomerHistory.of(.bought(signed: 10, isUpgraded: true))
    let facts = history.pro(at: 12)
    #expect(facts.state == .expired)
    #expect(facts.current == nil && facts.ever && facts.lapsedDays == 2)
    #expect(history.names(at: 12).isEmpty)
  }

  @Test("Of periods that end together the one bought later is current, then the greater id")
  func ties() {
    let later = CustomerHistory.of(
      .bought("2", "monthly", from: 0), .bought("1", "monthly", from: 5))
    #expect(later.pro(at: 10).current?.transactionId == "1")
    let ids = CustomerHistory.of(.bought("1"), .bought("2"))
    #expect(ids.pro(at: 10).current?.transactionId == "2")
    let kept = CustomerHistory.of(
      .bought("1"), .bought("2", until: 31, revoked: 30, revocation: .refundFull))
    #expect(kept.pro(at: 30).state == .expired)
  }

  @Test("Each group has its state, and the best is the customer's")
  func groups() {
    let history = CustomerHistory.of(
      .bought("1", of: "1", until: 30),
      .bought("2", of: "2", "team", until: 60, group: "21500002"))
    let facts = history.facts(at: day(40), in: shop)
    #expect(facts.groups["pro"]?.state == .expired)
    #expect(facts.groups["team"]?.state == .subscribed)
    #expect(facts.best?.group == "team")
  }
}
