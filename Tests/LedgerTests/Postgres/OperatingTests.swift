import Foundation
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

/// The tasks of the operators of a database: roles, and backups.
@Suite("Operating a ledger on PostgreSQL", .enabled(if: PostgresCluster.isInstalled))
struct OperatingTests {
  private static func address(
    _ cluster: PostgresCluster, schema: String, role: String = "postgres",
    database: String = "postgres"
  ) throws -> PostgresAddress {
    let text = cluster.address(schema: schema)
    return try PostgresAddress(text.replacing("postgres@/postgres?", with: "\(role)@/\(database)?"))
  }

  /// Random operations of all kinds; a call that fails is rolled back alone.
  private static func fill(_ ledger: PostgresLedger, operations: Int) async throws {
    var script = OperationScript(seed: 17)
    let steps = (0..<operations).map { _ in script.next() }
    try await ledger.writer.write { tables in
      for step in steps {
        try tables.run("SAVEPOINT step")
        do {
          _ = try step.operation.run(in: &tables, step.environment, at: step.now)
          try tables.run("RELEASE step")
        } catch is LedgerFailure {
          try tables.run("ROLLBACK TO step")
          tables.reads.terms = [:]
          tables.reads.addedHeaders = []
        }
      }
    }
  }

  @Test("A role that serves does everything that a ledger does, and changes no table")
  func privileges() async throws {
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql(#"CREATE ROLE "ledger ""server" LOGIN"#)
    let owner = try Self.address(cluster, schema: "privileged")
    let version = try PostgresLedger.prepare(owner, servedBy: "ledger \"server")
    #expect(version == Schema.version)
    // The operator prepares it again, as before each new version.
    #expect(try PostgresLedger.prepare(owner, servedBy: "ledger \"server") == version)
    let role = try Self.address(cluster, schema: "privileged", role: "ledger%20%22server")
    var options = PostgresLedger.Options()
    options.roots = ["ab"]
    let ledger = try PostgresLedger.open(role, options: options)
    try await ledger.check()
    try await Self.fill(ledger, operations: 400)
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 50))
    try await ledger.append(Sample.notification("n1", Sample.fact("901", customer: "7901")), at: 1)
    let granted = try await ledger.grant(
      [Sample.request(offer, customer: CustomerIdentity(appTransactionId: "7901"), nonce: 99_001)],
      at: 2)
    #expect(granted[0].grant != nil)
    #expect(try await ledger.forget(.appTransactionId("7901"), at: 3) == 1)
    let session = try SessionOpener(address: role).open(timeout: 5_000)
    for statement in [
      "DROP TABLE grants", "ALTER TABLE grants ADD COLUMN x INTEGER", "TRUNCATE facts",
      "ALTER TABLE grants DISABLE TRIGGER grant_counts_for_its_day",
      "DROP FUNCTION count_grant() CASCADE", "CREATE TABLE other (x INTEGER)",
      "SET session_replication_role TO replica", "DROP SCHEMA privileged CASCADE",
    ] {
      let error = #expect(throws: PostgresError.self) { try session.runOnce(statement) }
      #expect(error?.state == "42501", "\(statement): \(String(describing: error))")
      session.abandon()
    }
    await ledger.close()
  }

  @Test("What pg_dump wrote is the same ledger in another database")
  func backup() async throws {
    let cluster = try PostgresCluster.shared.get()
    let ledger = try PostgresLedger.open(Self.address(cluster, schema: "backed_up"))
    try await Self.fill(ledger, operations: 400)
    let lines = try await ledger.readTables { try ListedRows($0).lines($0) }
    let entries = try await ledger.entries(after: 0, limit: 100_000)
    #expect(!entries.isEmpty)
    try cluster.copy(schema: "backed_up", toDatabase: "restored")
    let restored = try PostgresLedger.open(
      Self.address(cluster, schema: "backed_up", database: "restored"))
    #expect(try await restored.readTables { try ListedRows($0).lines($0) } == lines)
    #expect(try await restored.entries(after: 0, limit: 100_000) == entries)
    for name in Set(lines.compactMap { $0.split(separator: " ").last.map(String.init) }).prefix(50)
    {
      let customer = CustomerName.appTransactionId(name)
      let (was, found) = (
        try await ledger.histories(of: customer),
        try await restored.histories(of: customer)
      )
      #expect(found.map { "\($0)" } == was.map { "\($0)" })
    }
    // The restored ledger goes on where the backup ended.
    try await restored.append(
      Sample.notification("after", Sample.fact("902", customer: "7902")), at: 90)
    let last = try await restored.entries(after: entries.last?.number ?? 0, limit: 10)
    #expect(last.count == 1)
    await ledger.close()
    await restored.close()
  }

  @Test("As many reads run at once as the address says")
  func readers() async throws {
    let cluster = try PostgresCluster.shared.get()
    let ledger = try PostgresLedger.open(PostgresAddress(cluster.address() + "&readers=6"))
    let meeting = Meeting()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...6 {
        // The reads begin one after the other: reads that wait together would share a connection.
        group.addTask {
          try await ledger.reader.read { _ in
            meeting.begun.withLock { $0 += 1 }
            meeting.end.wait()
          }
        }
        await until { meeting.begun.withLock { $0 } == number }
      }
      for _ in 1...6 { meeting.end.signal() }
      try await group.waitForAll()
    }
    await ledger.close()
  }
}

/// Reads that wait for each other.
private final class Meeting: Sendable {
  let begun = Mutex(0)
  let end = DispatchSemaphore(value: 0)
}
