import AppStoreFixtures
@testable import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import Subscribers
import Synchronization
import Testing

/// Changes that time alone makes are reported by one process and sent like other events.
@Suite("Timer of entitlements") struct EntitlementTimerTests {
  private static let pass = Product(
    id: "pass_week", type: .nonRenewable, period: Period(days: 7), entitlements: ["pass"])

  /// A ledger in which a pass for a week begins at `TestStore.moment`.
  private static func ledger(_ endpoint: WebhookEndpoint) async throws -> SQLiteLedger {
    let ledger = SQLiteLedger.inMemory()
    try await ledger.setWebhooks([endpoint], selling: [pass], at: TestStore.moment)
    let fact = TransactionFact(
      environment: .production, transactionId: "500", originalTransactionId: "500",
      productId: pass.id, signedDate: TestStore.moment, appTransactionId: "7040",
      type: OpenEnum(.nonRenewing), purchaseDate: TestStore.moment)
    _ = try await ledger.store(
      FetchedFacts(
        environment: .production, id: "500",
        transactions: [
          Verified(
            Transaction(fact: fact), text: SignedText(header: "a", payload: "b", signature: "c"))
        ]), at: TestStore.moment)
    return ledger
  }

  @Test("of two processes one tells the end of a pass, which is sent with both states")
  func pass() async throws {
    let endpoint = WebhookEndpoint(
      name: "backend", url: try WebhookURL("https://example.com/hooks"),
      events: [.entitlementChanged], secrets: [.environment("SECRET")])
    let ledger = try await Self.ledger(endpoint)
    let end = TestStore.moment.adding(milliseconds: 7 * Timestamp.day)
    let timers = ["one", "two"].map { EntitlementTimer(ledger, now: { end }, holder: $0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for timer in timers { group.addTask { try await timer.tellDue() } }
      try await group.waitForAll()
    }
    // One that found the job taken has nothing left to tell.
    try await timers[0].tellDue()
    let sent = Mutex<[String]>([])
    let secret = try WebhookSecret(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", at: .environment("SECRET"))
    let sending = WebhookSending(
      ledger: ledger, release: { CompiledSnapshot(.lumen) },
      transport: { requests, _ in
        requests.map { request in
          sent.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
          return .status(200, retryAfter: nil)
        }
      },
      signer: { _ in .success(WebhookSigner(.standard, [secret])) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { end })
    try await sending.sendDue(to: endpoint)
    let pass =
      #"[{"name":"pass","productId":"pass_week","expiresAt":"\#(end.rfc3339)","inGracePeriod":false}]"#
    let bodies = sent.withLock { $0 }
    #expect(bodies.count == 2)
    #expect(
      bodies.first?.hasSuffix(#""cause":"purchase","before":[],"after":\#(pass)}}"#) == true)
    #expect(bodies.last?.hasSuffix(#""cause":"time","before":\#(pass),"after":[]}}"#) == true)
    #expect(
      bodies.last?.hasPrefix(
        #"{"type":"entitlement.changed","timestamp":"\#(end.rfc3339)","data":{"#) == true)
  }
}
