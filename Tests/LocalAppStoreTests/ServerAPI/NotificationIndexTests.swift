@testable import LocalAppStore
import PaywallCatalog
import Testing

/// The notifications of a world as pages.
struct NotificationIndexTests {
  /// Ada renews weekly for a year; bob buys coins in June, and one delivery of his fails.
  private func history() async throws -> (NotificationIndex, [DeliveryQueue.Delivery]) {
    var world = try Shop.world()
    try world.addCustomer("bob")
    try world.buy("basic_weekly", by: "ada")
    world.advance(to: moment("2026-06-01T00:00:00Z"))
    try world.buy("coins", by: "bob")
    let coins = try #require(try world.buy("coins", by: "bob")).transactionId
    try world.refund(coins)
    let test = world.requestTestNotification()
    world.advance(to: moment("2027-01-05T10:00:00Z"))
    var queue = DeliveryQueue(.sandbox)
    queue.add(world.takeNotifications(), at: world.now)
    await queue.send(by: world.now) { sent in
      sent.transaction?.transactionId == coins && sent.type == .refund ? .timedOut : .success
    }
    var index = NotificationIndex()
    index.update(Array(queue.deliveries.prefix(10)))
    index.update(queue.deliveries)
    #expect(index.place(of: test.uuid).map { queue.deliveries[$0].notification.uuid } == test.uuid)
    #expect(index.place(of: "other") == nil)
    return (index, queue.deliveries)
  }

  private func all(_ change: (inout NotificationQuery) -> Void = { _ in }) -> NotificationQuery {
    var query = NotificationQuery(
      from: moment("2026-01-01T00:00:00Z"), to: moment("2028-01-01T00:00:00Z"))
    change(&query)
    return query
  }

  @Test("Pages of twenty hold every notification once, in order")
  func pages() async throws {
    let (index, deliveries) = try await history()
    // The purchase, 52 renewals, and bob's three and the test.
    #expect(deliveries.count == 57)
    var (found, start, sizes): ([Int], Int?, [Int]) = ([], 0, [])
    while let next = start {
      let page = index.page(all(), of: deliveries, from: next)
      found += page.places
      sizes.append(page.places.count)
      start = page.next
    }
    #expect(sizes == [20, 20, 17])
    #expect(found == Array(0..<57))
  }

  @Test("Dates, customer, type and failure each leave out the rest")
  func filters() async throws {
    let (index, deliveries) = try await history()
    func types(_ change: (inout NotificationQuery) -> Void) -> [String] {
      index.page(all(change), of: deliveries, from: 0).places.map {
        let sent = deliveries[$0].notification
        return sent.type.rawValue + (sent.subtype.map { "/\($0.rawValue)" } ?? "")
      }
    }
    #expect(types { $0.customer = "bob" } == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "REFUND"])
    #expect(types { $0.type = .test } == ["TEST"])
    #expect(types { $0.type = .subscribed } == ["SUBSCRIBED/INITIAL_BUY"])
    #expect(
      types {
        $0.type = .subscribed
        $0.subtype = .resubscribe
      } == [])
    #expect(types { $0.onlyFailures = true } == ["REFUND"])
    #expect(types { $0.customer = "nobody" } == [])
    // By hand: the twentieth week after the purchase ends on 25 May 2026, 10:00.
    #expect(
      types {
        $0.start = moment("2026-05-25T10:00:00Z")
        $0.end = moment("2026-06-01T00:00:00Z")
      } == ["DID_RENEW", "ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "TEST"])
    #expect(
      types {
        $0.start = moment("2026-05-25T10:00:00.001Z")
        $0.end = moment("2026-06-01T00:00:00.001Z")
      } == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "REFUND", "TEST"])
  }

  @Test("A page looks at a bounded number of notifications, and the next one goes on")
  func bounded() async throws {
    var world = try Shop.world()
    try world.buy("basic_weekly", by: "ada")
    world.advance(to: moment("2126-01-05T10:00:00Z"))
    try world.refund(try world.subscription().current.transactionId)
    var queue = DeliveryQueue(.sandbox)
    queue.add(world.takeNotifications(), at: world.now)
    await queue.send(by: world.now) { $0.type == .refund ? .timedOut : .success }
    var index = NotificationIndex()
    index.update(queue.deliveries)
    #expect(queue.deliveries.count > 5_200)
    let query = all {
      $0.onlyFailures = true
      $0.end = moment("2200-01-01T00:00:00Z")
    }
    let first = index.page(query, of: queue.deliveries, from: 0)
    #expect(first == NotificationPage(places: [], next: 5_000))
    let second = index.page(query, of: queue.deliveries, from: 5_000)
    #expect(second == NotificationPage(places: [queue.deliveries.count - 1], next: nil))
  }
}
