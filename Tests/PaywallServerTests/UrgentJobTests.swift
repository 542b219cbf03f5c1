import AppStoreFixtures
import Ledger
import Logging
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import PaywallServer

@Suite("Urgent jobs") struct UrgentJobTests {
  private static func coins(_ id: String) -> [String: JSON] {
    [
      "transactionId": .text(id), "originalTransactionId": .text(id), "productId": "coins_100",
      "type": "Consumable", "purchaseDate": .integer(TestStore.moment.milliseconds),
    ]
  }

  private static let reason: [String: JSON] = ["consumptionRequestReason": "OTHER"]

  /// A request that is older than Apple's 12 hours is settled without asking Apple.
  @Test("a request for a refund is settled when it arrives, a day before the next look")
  func refund() async throws {
    let server = try TestServer.ofStore()
    let (ledger, parts) = (server.ledger, try server.dependencies())
    let late = server.now.adding(milliseconds: 13 * 3_600_000)
    let answering = RefundAnswering(
      ledger: ledger, snapshot: { .lumen }, send: nil,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { late })
    /// How many requests are known, and that each is settled.
    func settled() async throws -> Int? {
      let cases = try await ledger.refundCases(after: 0, limit: 9)
      return cases.contains { $0.isOpen } ? nil : cases.count
    }
    let notification = try TestStore().notification(
      "CONSUMPTION_REQUEST", transaction: Self.coins("4501"), data: Self.reason)
    _ = try await ledger.append(notification, at: server.now)
    #expect(try await settled() == nil)

    let service = RefundService(
      answering, parts.refundBell, parts.failures, every: .seconds(86_400))
    let running = Task { try await service.run() }
    // The look at the start.
    try await until { try await settled() == 1 }
    let text = try TestStore().notificationText(
      "CONSUMPTION_REQUEST", transaction: Self.coins("4502"), data: Self.reason)
    try await TestServer.send(
      "POST /v1/appstore/notifications\n\n{\"signedPayload\":\"\(text)\"}",
      to: Application.build(parts, settings: Settings())
    ).expect(200)
    try await until { try await settled() == 2 }
    running.cancel()
    _ = await running.result
  }
}
