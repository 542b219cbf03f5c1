import LocalAppStore
import PaywallCatalog
import Testing

/// Apple's schedule of retries.
struct DeliveryTests {
  /// Two purchases a day apart.
  private func queue(_ environment: WorldSettings.Environment) throws -> DeliveryQueue {
    var world = try Shop.world()
    try world.buy("coins", by: "ada")
    world.advance(by: period("P1D"))
    try world.buy("coins", by: "ada")
    var queue = DeliveryQueue(environment)
    queue.add(world.takeNotifications(), at: world.now)
    return queue
  }

  @Test("In production an attempt that fails is made again after 1, 12, 24, 48 and 72 hours")
  func production() async throws {
    var queue = try queue(.production)
    var sent: [String] = []
    await queue.send(by: moment("2026-02-05T10:00:00Z")) { notification in
      sent.append(notification.uuid)
      return .init(status: 500)
    }
    #expect(
      queue.deliveries.map { $0.attempts.map(\.date.rfc3339) } == [
        [
          "2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", "2026-01-05T23:00:00Z",
          "2026-01-06T23:00:00Z", "2026-01-08T23:00:00Z", "2026-01-11T23:00:00Z",
        ],
        [
          "2026-01-06T10:00:00Z", "2026-01-06T11:00:00Z", "2026-01-06T23:00:00Z",
          "2026-01-07T23:00:00Z", "2026-01-09T23:00:00Z", "2026-01-12T23:00:00Z",
        ],
      ])
    #expect(queue.deliveries.map(\.hasArrived) == [false, false])
    #expect(queue.nextMoment() == nil)
    // Attempts are in the order of their moments; among equal ones, the one scheduled first comes
    // first.
    let places = sent.map { uuid in
      queue.deliveries.firstIndex { $0.notification.uuid == uuid } ?? -1
    }
    #expect(places == [0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1])
  }

  @Test("What has arrived is not sent again", arguments: [200, 206])
  func arrived(status: Int) async throws {
    var queue = try queue(.production)
    await queue.send(by: moment("2026-01-05T10:00:00Z")) { _ in .timedOut }
    #expect(queue.nextMoment() == moment("2026-01-05T11:00:00Z"))
    await queue.send(by: moment("2026-02-05T10:00:00Z")) { _ in .init(status: status) }
    #expect(
      queue.deliveries.map { $0.attempts.map(\.result) } == [[.timedOut, .success], [.success]])
    #expect(queue.deliveries.map(\.hasArrived) == [true, true])
    #expect(queue.nextMoment() == nil)
  }

  @Test("The sandbox makes one attempt", arguments: [199, 207, 404, 503])
  func sandbox(status: Int) async throws {
    var queue = try queue(.sandbox)
    await queue.send(by: moment("2026-02-05T10:00:00Z")) { _ in .init(status: status) }
    #expect(
      queue.deliveries.map { $0.attempts.map(\.result.rawValue) } == [
        ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"], ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"],
      ])
    #expect(queue.nextMoment() == nil)
  }
}
