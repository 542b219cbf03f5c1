import PaywallCatalog
import Subscribers
import Testing

/// Defined answers for what should not be.
struct BadDataTests {
  @Test("Without an end a subscription entitles nobody, and was one")
  func noEnd() {
    let history = CustomerHistory.of(.bought(until: nil, offer: .introductory))
    let facts = history.pro(at: 1)
    #expect(facts.state == .expired && facts.ever && facts.everIntroductory)
    #expect(facts.lapsedDays == nil && facts.paidDays == 0)
    #expect(history.names(at: 1).isEmpty)
    let dated = CustomerHistory.of(
      .bought("1"), .bought("2", from: 30, until: nil, reason: .renewal))
    #expect(dated.pro(at: 10).state == .subscribed)
  }

  @Test("Without a date of purchase it entitles until its end")
  func noPurchaseDate() {
    let history = CustomerHistory.of(.bought(from: nil, signed: 3, offer: .promotional("a")))
    #expect(history.names(at: 29) == ["pro"])
    #expect(history.pro(at: 29).current?.purchaseDate == nil)
    // It counts as bought when it was signed.
    #expect(history.facts(at: day(29), in: shop).redemptions == ["a": [day(3)]])
  }

  @Test("Without any date it is a subscription that has ended")
  func noDates() {
    var bare = TransactionFact.bought(from: nil, until: nil)
    bare.signedDate = Timestamp(milliseconds: 0)
    let facts = CustomerHistory.of(bare).facts(at: day(1), in: shop)
    #expect(facts.groups["pro"]?.state == .expired)
    #expect(facts.newestFact == Timestamp(milliseconds: 0))
  }

  @Test("A missing or unknown group is that of the product in the configuration")
  func noGroup() {
    for group in [nil, "other"] {
      #expect(CustomerHistory.of(.bought(group: group)).pro(at: 1).state == .subscribed)
    }
    let unknown = CustomerHistory.of(.bought("1", "withdrawn", group: "other"))
    let facts = unknown.facts(at: day(1), in: shop)
    #expect(facts.groups.isEmpty && facts.everSubscribed)
    #expect(unknown.subscriber(at: day(1)).groups.map(\.id) == ["other"])
    let nowhere = CustomerHistory.of(.bought("1", "withdrawn", group: nil))
    #expect(nowhere.subscriber(at: day(1), in: shop).groups.map(\.id) == [nil])
    #expect(nowhere.facts(at: day(1), in: shop).everSubscribed)
  }

  @Test("A group told by one transaction of a subscription is that of all")
  func groupOfSiblings() {
    let history = CustomerHistory.of(
      .bought("1"), .bought("2", from: 30, until: 60, reason: .renewal, group: nil))
    let subscriber = history.subscriber(at: day(40))
    #expect(subscriber.groups.map(\.id) == ["21500001"])
    #expect(subscriber.groups.first?.facts.current?.transactionId == "2")
  }

  @Test("A type that is missing or newer than us is what the configuration says, or the group")
  func types() {
    for raw in [nil, "Something New"] as [String?] {
      var season = TransactionFact.bought("1", "season", until: nil, group: nil)
      season.type = raw.map { OpenEnum(raw: $0) }
      #expect(CustomerHistory.of(season).names(at: 1) == ["season"])
      #expect(CustomerHistory.of(season).facts(at: day(1), in: shop).groups.isEmpty)
      var renewable = TransactionFact.bought("1", "withdrawn")
      renewable.type = raw.map { OpenEnum(raw: $0) }
      #expect(CustomerHistory.of(renewable).subscription(at: 1)?.state == .subscribed)
      var nothing = TransactionFact.bought("1", "withdrawn", group: nil)
      nothing.type = raw.map { OpenEnum(raw: $0) }
      #expect(CustomerHistory.of(nothing).subscription(at: 1) == nil)
    }
  }

  @Test("Apple's word for the type stands above ours")
  func contradictingType() {
    let history = CustomerHistory.of(
      .bought("1", "lifetime", until: nil, type: .consumable, group: nil))
    #expect(history.names(at: 1).isEmpty)
  }

  @Test("An ownership newer than us entitles, and neither spends nor uses anything up")
  func ownership() {
    var bought = TransactionFact.bought(offer: .introductory)
    bought.ownership = OpenEnum(raw: "LENT")
    let history = CustomerHistory.of(bought)
    #expect(history.names(at: 1) == ["pro"])
    #expect(history.subscriber(at: day(1)).spend.isEmpty)
    #expect(history.pro(at: 1).familyShared && !history.pro(at: 1).everIntroductory)
    bought.ownership = nil
    #expect(CustomerHistory.of(bought).subscriber(at: day(1)).spend == ["EUR": 9990])
  }

  @Test("A kind of revocation newer than us takes back, and the percentage tells how much")
  func revocation() {
    var bought = TransactionFact.bought(revoked: 5, share: 40_000)
    bought.revocationType = OpenEnum(raw: "REFUND_NEW")
    let history = CustomerHistory.of(bought)
    #expect(history.pro(at: 6).state == .revoked && history.pro(at: 6).refunded)
    #expect(history.subscriber(at: day(6)).spend == ["EUR": 5994])
  }

  @Test("The price covers the quantity", arguments: [nil, 0, 1, 5, -3])
  func quantity(count: Int?) {
    var coins = TransactionFact.bought("1", "coins", until: nil, type: .consumable, group: nil)
    coins.quantity = count
    #expect(CustomerHistory.of(coins).subscriber(at: day(1)).spend == ["EUR": 9990])
  }

  @Test("If our clock is a day behind, what was just bought counts at once")
  func clockBehind() {
    #expect(CustomerHistory.of(.trial()).pro(at: -1).inTrial)
    #expect(CustomerHistory.of(.bought()).names(at: -1) == ["pro"])
    let refunded = CustomerHistory.of(.bought(revoked: 10, revocation: .refundFull))
    #expect(refunded.pro(at: 9).state == .subscribed)
  }

  @Test("If our clock is a day behind, history counts as incomplete rather than as complete")
  func completeness() {
    var history = CustomerHistory.of(.bought(signed: 5), told: [.told(signed: 6)])
    func isComplete(_ fetched: Double) -> Bool {
      history.completeAt = day(fetched)
      return history.facts(at: day(10), in: shop).isComplete
    }
    #expect(!isComplete(5.5))
    #expect(isComplete(6))
    #expect(!CustomerHistory.of(.bought()).facts(at: day(10), in: shop).isComplete)
    let nobody = CustomerHistory(environment: .production, completeAt: day(1))
    #expect(nobody.facts(at: day(2), in: shop).isComplete)
  }

  @Test("Renewal info without a transaction of its own counts nowhere")
  func orphan() {
    let history = CustomerHistory.of(
      .bought(signed: 1), told: [.told(of: "elsewhere", signed: 9, winBack: ["a"])])
    #expect(history.subscriber(at: day(10)).subscriptions.count == 1)
    #expect(history.facts(at: day(10), in: shop).newestFact == day(1))
    #expect(history.pro(at: 40).winBack == nil)
  }

  @Test("Contradicting customers in one history change nothing about its subscriptions")
  func customers() {
    var (first, second) = (TransactionFact.bought("1"), TransactionFact.bought("2", from: 30))
    let plain = CustomerHistory.of(first, second).subscriber(at: day(20))
    first.appTransactionId = "7"
    second.appTransactionId = "8"
    let told = CustomerHistory.of(first, second).subscriber(at: day(20))
    #expect(told.groups == plain.groups && told.spend == plain.spend)
  }

  @Test("An end before the beginning is an end", arguments: [-5, 0] as [Double])
  func endBeforeStart(end: Double) {
    let facts = CustomerHistory.of(.bought(until: end)).pro(at: 1)
    #expect(facts.state == .expired && facts.paidDays == 0)
  }

  @Test("Dates at the ends of time do not trap", arguments: [Int64.min, -1, 0, .max])
  func extremes(milliseconds: Int64) {
    let moment = Timestamp(milliseconds: milliseconds)
    for now in [moment, day(1), Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
      for end in [moment, Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
        var bought = TransactionFact.bought(offer: .promotional("a"), revoked: 0)
        bought.purchaseDate = moment
        bought.expiresDate = end
        bought.revocationDate = moment
        var season = TransactionFact.bought("2", of: "2", "season", type: .nonRenewing, group: nil)
        season.purchaseDate = moment
        var told = RenewalFact.told(signed: 0, isInBillingRetry: true)
        told.gracePeriodExpiresDate = moment
        let history = CustomerHistory(
          environment: .production, transactions: [bought, season], renewals: [told],
          grants: [
            Grant(
              id: 1, environment: .production, offer: "a", offerId: "a", product: "monthly",
              grantedAt: moment, release: "r")
          ])
        #expect(history.subscriber(at: now, in: shop).subscriptions.count == 1)
        #expect(history.entitlements(at: now, in: shop).count <= 2)
        #expect(history.settlements(receivedAt: now).count <= 1)
        #expect(!history.marksToKeep.isEmpty)
      }
    }
  }
}
