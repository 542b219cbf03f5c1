import LocalAppStore
import LocalAppStoreClient
import PaywallCatalog
import Testing

@testable import LocalAppStoreServer

/// Positions on the time line, by arithmetic. The world begins on 5 January 2026, 10:00, and the
/// line is longer by a fortieth than the time that it shows.
struct TimeLineTests {
  /// A world in which `ada` has bought a product at its beginning.
  private struct Story {
    var world: World
    var deliveries = DeliveryQueue(.sandbox)

    init(_ product: String, grace: Int? = nil) throws {
      world = try LocalAppStoreServerTests.world(grace: grace)
      try world.addCustomer("ada")
      try world.buy(product, by: "ada")
    }

    mutating func line() throws -> TimeLine {
      deliveries.add(world.takeNotifications(), at: world.now)
      return TimeLine(
        try #require(world.subscriptions(of: "ada").first), deliveries.deliveries, now: world.now)
    }
  }

  private func places(_ line: TimeLine) -> [String] {
    line.bars.map { "\($0.kind) \($0.left) \($0.width)" }
  }

  @Test("One period: from the left, with the present at its beginning and a mark for each week")
  func period() throws {
    var story = try Story("pro_monthly")
    let line = try story.line()
    // 31 of 31.775 days.
    #expect(places(line) == ["paid 0 9756"])
    #expect(line.now == 0)
    #expect(line.dots.map(\.left) == [0])
    #expect(line.rows == 1)
    // 12 January is 158 of 762.6 hours away.
    #expect(line.ticks.first == TimeLine.Tick(left: 2_071, text: "12 Jan"))
    #expect(line.ticks.map(\.text) == ["12 Jan", "19 Jan", "26 Jan", "2 Feb"])
  }

  @Test("A trial, and the year after it")
  func trial() throws {
    var story = try Story("pro_yearly_trial")
    story.world.advance(by: Period(days: 8))
    let line = try story.line()
    // A week, then a year: 7 and 365 of 381.3 days.
    #expect(places(line) == ["trial 0 183", "paid 183 9573"])
    // 8 days.
    #expect(line.now == 209)
    #expect(line.ticks.map(\.text) == ["Apr 2026", "Jul 2026", "Oct 2026", "Jan 2027"])
  }

  @Test("A failed renewal: the grace period until its end, then the retry, then a gap")
  func failure() throws {
    var story = try Story("pro_monthly", grace: 16)
    try story.world.setPayment(works: false, of: "ada")
    story.world.advance(by: Period(months: 1))
    // 31 days and 16 of 48.175.
    #expect(places(try story.line()) == ["paid 0 6434", "grace 6434 3322"])
    story.world.advance(by: Period(days: 17))
    // 31 days, 16, and 44 until the sixtieth: 91 of 93.275.
    let retrying = try story.line()
    #expect(places(retrying) == ["paid 0 3323", "grace 3323 1715", "retry 5038 4718"])
    #expect(retrying.dots.map(\.left) == [0, 3_323, 5_038])
    story.world.advance(by: Period(days: 100))
    let lapsed = try story.line()
    // The clock shows 148 days after the beginning, of 151.7; the bars end after 31, 47 and 91.
    #expect(places(lapsed) == ["paid 0 2043", "grace 2043 1055", "retry 3098 2900"])
    #expect(lapsed.now == 9_756)
  }

  @Test("What was recovered stands after the retry that it ended")
  func recovery() throws {
    var story = try Story("pro_monthly", grace: 16)
    try story.world.setPayment(works: false, of: "ada")
    story.world.advance(by: Period(days: 60))
    try story.world.setPayment(works: true, of: "ada")
    let line = try story.line()
    #expect(line.bars.map(\.kind) == [.paid, .grace, .retry, .paid])
    #expect(line.bars.map(\.from).sorted() == line.bars.map(\.from))
    #expect(line.bars[2].to == line.bars[3].from)
  }

  @Test("A refund revokes the rest of a period, and all of one that was over")
  func refund() throws {
    var story = try Story("pro_monthly")
    story.world.advance(by: Period(days: 10))
    let id = try #require(try story.world.subscriptions(of: "ada").first).current.transactionId
    try story.world.refund(id)
    #expect(places(try story.line()) == ["paid 0 3147", "revoked 3147 6609"])
    try story.world.buy("pro_monthly", by: "ada")
    // Paid for 10 days, and from then on again: 41 of 42.025.
    #expect(places(try story.line()) == ["paid 0 2379", "paid 2379 7377"])
    var later = try Story("pro_monthly")
    later.world.advance(by: Period(months: 1))
    let first = try #require(try later.world.subscriptions(of: "ada").first).transactions[0]
    try later.world.refund(first.transactionId)
    #expect(try later.line().bars.map(\.kind) == [.revoked, .paid])
  }

  @Test("Notifications of one moment stand above each other")
  func rows() throws {
    var story = try Story("pro_monthly")
    try story.world.cancel("pro_monthly", by: "ada")
    story.world.advance(by: Period(days: 15))
    try story.world.buy("pro_yearly", by: "ada")
    let line = try story.line()
    #expect(
      line.dots.map { $0.delivery.notification.type } == [
        .subscribed, .didChangeRenewalStatus, .didChangeRenewalPreference, .didChangeRenewalStatus,
      ])
    #expect(line.dots.map(\.row) == [0, 1, 0, 1])
    #expect(line.rows == 2)
  }

  @Test("A line of decades has few marks, and more dots than rows stay in the rows")
  func long() throws {
    var story = try Story("pro_monthly")
    for _ in 0..<12 {
      try story.world.cancel("pro_monthly", by: "ada")
      try story.world.resume("pro_monthly", by: "ada")
    }
    #expect(try story.line().rows == TimeLine.mostRows)
    story.world.advance(to: StoreService.end)
    let line = try story.line()
    #expect((2...7).contains(line.ticks.count))
    // The last 120 months of 74 years.
    #expect(line.bars.count == 120)
    #expect(line.from.rfc3339.hasPrefix("2090-"))
    #expect(line.bars.allSatisfy { $0.left + $0.width <= TimeLine.width })
  }
}

/// The differences between the store and a ledger.
struct ComparisonTests {
  private func both(_ product: String = "pro_monthly") throws -> (
    StoreSubscriptionCard, LedgerSubscriptionCard
  ) {
    var world = try world()
    try world.addCustomer("ada")
    try world.buy(product, by: "ada")
    let subscription = try #require(try world.subscriptions(of: "ada").first)
    return (
      StoreSubscriptionCard(subscription, in: world),
      LedgerSubscriptionCard(
        originalTransactionId: subscription.originalTransactionId, state: "active",
        product: product, expires: "2026-02-05T10:00:00Z", autoRenews: true, isEntitled: true)
    )
  }

  @Test("A ledger that knows the same differs in nothing")
  func same() throws {
    let (card, ledger) = try both()
    #expect(Comparison(card, isEntitled: true, ledger).differences == 0)
  }

  @Test("Each fact that differs is named, and what the ledger does not know differs")
  func different() throws {
    let (card, same) = try both()
    func differing(_ change: (inout LedgerSubscriptionCard) -> Void) -> [String] {
      var ledger = same
      change(&ledger)
      return Comparison(card, isEntitled: true, ledger).rows.filter(\.differs).map(\.name)
    }
    #expect(differing { $0.state = "revoked" } == ["State"])
    #expect(differing { $0.product = "pro_yearly" } == ["Product"])
    #expect(differing { $0.expires = "2026-02-05T10:00:00.001Z" } == ["Expires"])
    #expect(differing { $0.autoRenews = nil } == ["Auto-renewal"])
    #expect(differing { $0.isEntitled = false } == ["Entitled"])
    #expect(Comparison(card, isEntitled: true, nil).differences == 5)
  }
}
