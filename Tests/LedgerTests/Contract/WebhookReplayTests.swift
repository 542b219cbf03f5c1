import AppStore
import Ledger
import PaywallCatalog
import Testing

/// Events that are sent again, on request.
@Suite("Replay of webhooks") struct WebhookReplayTests {
  @Test(
    "all events of an endpoint since a moment wait again, with their ids and in their order",
    .everyLedger)
  func replayed() async throws {
    try await ledger.setWebhooks([Sample.endpoint(), Sample.endpoint("other")], at: Sample.day(0))
    // The events are more than one transaction sets back.
    for number in 0..<502 {
      try await ledger.append(
        Sample.notification("n\(number)", Sample.coins("\(1000 + number)", bought: 1)),
        at: 1 + Double(number) / 1_000)
    }
    let before = try await ledger.webhooks(of: "backend")
    var outcomes = before.map { WebhookOutcome($0.number, .delivered) }
    outcomes[501] = WebhookOutcome(before[501].number, .givenUp("500"))
    let gone = WebhookReceiver.Health(failures: 1, goneAt: Sample.day(2), lastFailure: "410")
    #expect(try await ledger.settle(outcomes, at: 2, health: gone))
    #expect(try await ledger.round(at: 3) == nil)
    let count = try await ledger.replayWebhooks(
      of: "backend", since: Sample.day(1.001), at: Sample.day(3))
    #expect(count == 501)
    let after = try await ledger.webhooks(of: "backend")
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.state) == [.delivered] + Array(repeating: .pending, count: 501))
    #expect(after.dropFirst().allSatisfy { $0.attempts == 0 && $0.deliveredAt == nil })
    // The oldest event of the customer is due first, at once.
    #expect(try await ledger.due(at: 3).map(\.id) == [before[1].id])
    #expect(try await ledger.webhooks(of: "other").allSatisfy { $0.state == .pending })
  }

  @Test("an event is found by its id at each endpoint", .everyLedger)
  func found() async throws {
    try await ledger.setWebhooks([Sample.endpoint("b"), Sample.endpoint("a")], at: Sample.day(0))
    try await ledger.append(Sample.notification("n", Sample.coins("500", bought: 1)), at: 1)
    let id = try #require(try await ledger.webhooks().first?.id)
    #expect(try await ledger.webhookDeliveries(ofEvent: id).map(\.endpoint) == ["a", "b"])
    #expect(try await ledger.webhookDeliveries(ofEvent: "evt_0") == [])
  }
}
