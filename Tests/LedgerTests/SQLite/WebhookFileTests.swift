import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization
import Testing

@testable import LedgerSQLite

@Suite("Webhooks in a file")
struct WebhookFileTests {
  private static func buy(_ id: String, _ ledger: SQLiteLedger) async throws {
    try await ledger.append(Sample.notification(id, Sample.fact(id, signed: 1)), at: 1)
  }

  @Test("An endpoint that another process adds has the events of the next fact", .inFolder)
  func elsewhere() async throws {
    let ledger = try openFile()
    try await Self.buy("100", ledger)
    let other = try DatabaseQueue(path: path)
    try await other.write {
      try $0.execute(
        sql: """
          INSERT INTO webhook_endpoints (name, url, events, environments, takes_history, added_at,
            is_active, failures, round)
          VALUES ('backend', 'https://example.com', ',subscription.started,', ',0,', 0, 0, 1, 0, 0)
          """)
    }
    try other.close()
    try await Self.buy("200", ledger)
    #expect(try await ledger.webhooks().map(\.type) == ["subscription.started"])
  }

  private struct Failure: Error {}

  @Test("A call that failed leaves nothing in memory", .inFolder)
  func rolledBack() async throws {
    let ledger = try openFile()
    try await ledger.setWebhooks(
      [Sample.endpoint(events: [.subscriptionStarted])], at: Sample.day(0))
    try await Self.buy("100", ledger)
    await #expect(throws: LedgerFailure.self) {
      try await ledger.writer.write { tables in
        for var receiver in try tables.webhookReceivers() {
          receiver.isActive = false
          try tables.put(receiver)
        }
        #expect(try tables.wantedWebhooks() == [])
        throw Failure()
      }
    }
    try await Self.buy("200", ledger)
    #expect(try await ledger.webhooks().count == 2)
  }

  @Test("Due events are compared with those of their chain and customer alone", .inFolder)
  func plan() async throws {
    try await openFile().close()
    let plan = try await DatabaseQueue(path: path).write { database in
      let statements = Mutex<[String]>([])
      database.trace { event in
        if case .statement(let statement) = event {
          statements.withLock { $0.append(statement.sql) }
        }
      }
      _ = try SQLiteTables(database: database).dueWebhooks(of: "a", at: Sample.day(1), limit: 1)
      let sql = try #require(statements.withLock { $0.last })
      return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: ["a", 1, 1])
        .compactMap { $0["detail"] as String? }
    }
    #expect(
      plan.first?.hasPrefix(
        "SEARCH e USING INDEX webhook_events_waiting (endpoint=? AND state=?") == true)
    #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") })
    let searches = plan.filter { $0.hasPrefix("SEARCH p ") }
    #expect(searches.count == 4)
    for search in searches {
      #expect(
        search.contains("webhook_events_of_line") || search.contains("webhook_events_of_customer"))
    }
  }
}
