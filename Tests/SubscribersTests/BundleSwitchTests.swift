import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// A customer who switches between a subscription and a bundle: a new purchase chain in another
/// group, which names the one before.
struct BundleSwitchTests {
  /// A subscription in the group `pro` with a trial, revoked by the switch on day 20.
  private static let alone: [TransactionFact] = {
    var period = TransactionFact.bought("2", from: 7, until: 37, reason: .renewal, revoked: 20)
    period.revocationReason = 2
    period.revocationType = OpenEnum(raw: "UPGRADED_TO_BUNDLE")
    return [.trial(), period]
  }()

  private static func bundle(
    _ id: String = "9", after previous: String? = "1", from start: Double = 20,
    until end: Double = 50
  ) -> TransactionFact {
    var fact = TransactionFact.bought(
      id, of: id, "team", from: start, until: end, group: "21500002")
    fact.previousOriginalTransactionId = previous
    fact.bundle = BundleMembership(productId: "suite")
    return fact
  }

  private func facts(_ transactions: [TransactionFact], at now: Double, _ group: String)
    -> GroupFacts?
  {
    CustomerHistory(environment: .production, transactions: transactions)
      .facts(at: day(now), in: shop).groups[group]
  }

  @Test("An introductory offer that was used stays used in the group of the bundle")
  func introductory() {
    #expect(facts(Self.alone + [Self.bundle()], at: 30, "team")?.everIntroductory == true)
    #expect(
      facts(Self.alone + [Self.bundle(after: nil)], at: 30, "team")?.everIntroductory == false)
    #expect(
      facts(Self.alone + [Self.bundle(after: "77")], at: 30, "team")?.everIntroductory == false)
  }

  @Test("Who left a bundle names the bundle's own id, and what was used before it stays used")
  func leftBundle() {
    var part = Self.bundle()
    part.bundle?.originalTransactionId = "b1"
    var after = TransactionFact.bought(
      "11", of: "11", "team", from: 50, until: 80, group: "21500002")
    after.previousOriginalTransactionId = "b1"
    var copy = part
    copy.transactionId = "8"
    let bought = Self.alone + [part, copy, after]
    #expect(facts(bought, at: 60, "team")?.everIntroductory == true)
    #expect(facts(bought, at: 60, "pro")?.continuesElsewhere == true)
  }

  @Test("Who switched has not left: nothing is lapsed until the bundle ends, and paid days go on")
  func lapsed() {
    let switched = Self.alone + [Self.bundle()]
    #expect(facts(switched, at: 30, "pro")?.state == .revoked)
    #expect(facts(switched, at: 30, "pro")?.lapsedDays == nil)
    #expect(facts(switched, at: 30, "pro")?.continuesElsewhere == true)
    #expect(facts(switched, at: 60, "pro")?.lapsedDays == 10)
    #expect(facts(switched, at: 60, "pro")?.continuesElsewhere == false)
    #expect(facts(switched, at: 60, "team")?.paidDays == 43)
    let apart = Self.alone + [Self.bundle(after: nil)]
    #expect(facts(apart, at: 60, "pro")?.lapsedDays == 40)
    #expect(facts(apart, at: 60, "team")?.paidDays == 30)
  }

  @Test("A switch gives no money back, and ends the access of what was left")
  func money() {
    let history = CustomerHistory(environment: .production, transactions: Self.alone)
    let subscriber = history.subscriber(at: day(30), in: shop)
    #expect(subscriber.spend == ["EUR": 9990])
    #expect(subscriber.refunds == 0)
    #expect(subscriber.groups.first?.facts.refunded == false)
    #expect(history.names(at: 30).isEmpty)
  }

  @Test("A loop, a chain that names itself and a long line of switches end", arguments: 0..<10)
  func loops(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let chains = (0..<400).map { number in
      Self.bundle(
        "\(100 + number)", after: "\(100 + (seed < 5 ? random.below(400) : (number + 1) % 400))",
        from: Double(number), until: Double(number) + 30)
    }
    let found = facts(Self.alone + chains.shuffled(using: &random), at: 1000, "team")
    #expect(found?.everIntroductory == false)
    #expect(found?.lapsedDays == 571)
    let selfish = facts(Self.alone + [Self.bundle(after: "9")], at: 30, "team")
    #expect(selfish?.state == .subscribed)
  }
}
