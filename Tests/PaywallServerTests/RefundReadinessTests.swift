import AppStoreFixtures
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

@Suite("Readiness of answers to refunds")
struct RefundReadinessTests {
  private static let now = TestStore.moment

  /// Asks for a refund of a purchase of its own, at the moment of the store.
  private static func request(_ number: Int, _ ledger: any Ledger) async throws {
    let id = JSON.text("4500\(number)")
    let notification = try TestStore().notification(
      "CONSUMPTION_REQUEST",
      transaction: [
        "transactionId": id, "originalTransactionId": id, "productId": "coins_100",
        "type": "Consumable", "purchaseDate": .integer(now.milliseconds),
      ], data: ["consumptionRequestReason": "OTHER"])
    _ = try await ledger.append(notification, at: now)
  }

  private static func open(_ readiness: RefundReadiness, at now: Timestamp) async -> Double? {
    await readiness.metrics(at: now).first { $0.name == "paywall_refund_requests" }?
      .samples.first?.value
  }

  @Test("requests are counted once in ten seconds, whoever asks for readiness and how often")
  func age() async throws {
    let ledger = SQLiteLedger.inMemory()
    let readiness = RefundReadiness(ledger)
    try await Self.request(1, ledger)
    #expect(await Self.open(readiness, at: Self.now) == 1)
    try await Self.request(2, ledger)
    #expect(await Self.open(readiness, at: Self.now.adding(milliseconds: 9_999)) == 1)
    #expect(await Self.open(readiness, at: Self.now.adding(milliseconds: 10_000)) == 2)
    // A clock that went back does not keep old counts.
    try await Self.request(3, ledger)
    #expect(await Self.open(readiness, at: Self.now.adding(milliseconds: -1)) == 3)
  }

  @Test("readiness and metrics tell the same counts")
  func reasons() async throws {
    let ledger = SQLiteLedger.inMemory()
    let readiness = RefundReadiness(ledger)
    try await Self.request(1, ledger)
    let found = try await ledger.dueRefundCases(at: Self.now, limit: 9)
    let due = try #require(found.first)
    try await ledger.postpone(
      due.refundCase.notification, until: Self.now, failure: "no answer")
    func codes(at now: Timestamp) async -> [String] {
      await readiness.reasons(.lumen, isConfigured: true, at: now).map(\.code)
    }
    #expect(await codes(at: Self.now) == ["refundRequestsFail"])
    #expect(await Self.open(readiness, at: Self.now) == 0)
    // Without the ledger there are no counts: readiness itself reports that it is away.
    await ledger.close()
    #expect(await codes(at: Self.now.adding(milliseconds: 20_000)).isEmpty)
  }

  @Test("a request that came after Apple's 12 hours is told for a day")
  func late() async throws {
    let (ledger, readiness) = (SQLiteLedger.inMemory(), RefundReadiness(SQLiteLedger.inMemory()))
    let told = RefundReadiness(ledger)
    try await Self.request(1, ledger)
    let due = try #require(try await ledger.dueRefundCases(at: Self.now, limit: 9).first)
    let answering = RefundAnswering(
      ledger: ledger, snapshot: { .lumen }, send: nil,
      logger: .init(label: "test") { _ in
        SwiftLogNoOpLogHandler()
      }, now: { Self.now.adding(milliseconds: 13 * 3_600_000) })
    try await answering.answerDue()
    #expect(due.refundCase.notification.isEmpty == false)
    func codes(_ readiness: RefundReadiness, after hours: Int64) async -> [String] {
      await readiness.reasons(
        .lumen, isConfigured: true, at: Self.now.adding(milliseconds: hours * 3_600_000)
      ).map(\.code)
    }
    #expect(await codes(told, after: 14) == ["refundRequestsLate"])
    #expect(await codes(told, after: 38).isEmpty)
    #expect(await codes(readiness, after: 14).isEmpty)
  }
}
