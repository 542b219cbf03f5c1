import AppStoreFixtures
import ExperimentResults
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Subscribers
import Synchronization
import TestSupport
import Testing

/// Jobs on a clock that only one of several servers does.
@Suite("Leases of jobs") struct JobLeaseTests {
  /// The ids that Apple got, and a gate that holds the answers.
  private final class Apple: Sendable {
    let told = Mutex<[String]>([])
    let isOpen = Mutex(false)

    func send(_ id: String) async -> SentOutcome {
      told.withLock { $0.append(id) }
      await until { isOpen.withLock { $0 } }
      return .accepted
    }

    func answering(_ ledger: any Ledger) -> RefundAnswering {
      var snapshot = Snapshot.lumen
      snapshot.refunds = RefundPolicy(rules: [RefundRule(name: "all", preference: .decline)])
      let served = snapshot
      return RefundAnswering(
        ledger: ledger, snapshot: { served }, send: { _, id, _ in await self.send(id) },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { TestStore.moment })
    }
  }

  @Test(
    "of two servers one tells Apple, and the other does not wait for it",
    .enabled(if: PostgresCluster.isInstalled))
  func consumption() async throws {
    let address = try PostgresAddress(PostgresCluster.shared.get().address())
    let (one, two) = (try PostgresLedger.open(address), try PostgresLedger.open(address))
    let id = "4500000000001"
    let notification = try TestStore().notification(
      "CONSUMPTION_REQUEST",
      transaction: [
        "transactionId": .text(id), "originalTransactionId": .text(id), "productId": "coins_100",
        "type": "Consumable", "purchaseDate": .integer(TestStore.moment.milliseconds),
      ], data: ["consumptionRequestReason": "OTHER"])
    _ = try await one.append(notification, at: TestStore.moment)
    let report = ConsumptionReport(
      transactionId: id, customerConsented: true, deliveryStatus: .delivered,
      sampleContentProvided: false, consumptionPercentage: 50, reportedAt: TestStore.moment)
    #expect(
      try await two.keep(
        report, of: .originalTransactionId(id), in: .production, at: TestStore.moment)
        == .kept(requests: 1))

    let apple = Apple()
    let first = Task { try await apple.answering(one).answerDue() }
    await until { apple.told.withLock { !$0.isEmpty } }
    let other = apple.answering(two)
    try await other.answerDue()
    #expect(apple.told.withLock { $0 } == [id])
    apple.isOpen.withLock { $0 = true }
    try await first.value
    // Nothing is left to do, and the lease was given back.
    try await other.answerDue()
    #expect(apple.told.withLock { $0 } == [id])
    let claim = JobClaim(
      job: "consumption", holder: "another", until: TestStore.moment.adding(milliseconds: 1))
    #expect(try await two.claim(claim, at: TestStore.moment) != nil)
    for ledger in [one, two] { await ledger.close() }
  }

  @Test("of two servers one looks at experiments, and the other has its findings")
  func alarm() async throws {
    let ledger = SQLiteLedger.inMemory()
    let one = TestServer(keys: TestServer.allKeys, ledger: ledger)
    let two = TestServer(keys: TestServer.allKeys, ledger: ledger)
    let (first, second) = (try one.dependencies(), try two.dependencies())
    let application = Application.build(first, settings: Settings())
    // Only those who draw 'trial' are recorded: the control stays silent.
    for number in 0..<80 {
      _ = try await TestServer.send(
        TestServer.exposure(of: "person-\(number)"), to: application)
    }
    await first.alarm.look()
    await second.alarm.look()
    #expect(first.alarm.findings.map(\.check.kind) == [.silentVariant])
    #expect(second.alarm.findings == first.alarm.findings)
    let said = { (server: TestServer) in
      server.lines.all.count { $0.contains("an experiment is broken") }
    }
    #expect(said(one) == 1 && said(two) == 0)
    let reasons = await second.readiness.readiness().reasons
    #expect(reasons.contains { $0.code == "experimentAlarm" })
  }
}
