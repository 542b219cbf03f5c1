import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization
import TestSupport

@testable import LedgerPostgres
import Testing

/// The communication of servers through their ledger.
@Suite("Servers of a ledger", .enabled(if: PostgresCluster.isInstalled))
struct NodeLedgerTests {
  private static let release = String(repeating: "4f", count: 32)

  private static func report(
    _ id: String, version: String = "0.2.0", release: String = release,
    secrets: [NodeSecret] = []
  ) -> NodeReport {
    NodeReport(
      id: id, name: "\(id).example.com:8080", version: version, release: release,
      startedAt: now(), secrets: secrets)
  }

  private static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  @Test("a session that was ended at one server has ended at all, until its end is over")
  func endedSessions() async throws {
    try await withNodes { one, two, _ in
      let (mark, former) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 8, count: 32))
      #expect(try await !two.hasEndedSession(mark))
      try await one.endSession(former, until: Self.now().adding(milliseconds: -1000))
      try await one.endSession(mark, until: Self.now().adding(milliseconds: 3_600_000))
      try await two.endSession(mark, until: Self.now().adding(milliseconds: 3_600_000))
      #expect(try await two.hasEndedSession(mark))
      #expect(try await one.hasEndedSession(mark))
      // The next end of a session removes those that are over.
      #expect(try await !two.hasEndedSession(former))
    }
  }

  private func withNodes(
    _ body: (PostgresLedger, PostgresLedger, PostgresAddress) async throws -> Void
  ) async throws {
    try await LedgerTests.withNodes(2) { nodes, address in
      try await body(nodes[0], nodes[1], address)
    }
  }

  @Test("each has a row, which goes with it; alike, nothing is said of them")
  func rows() async throws {
    try await withNodes { one, two, _ in
      _ = try await one.announce(Self.report("a"), clock: Self.now)
      let nodes = try await two.announce(Self.report("b"), clock: Self.now)
      #expect(nodes.map(\.id) == ["a", "b"])
      #expect(nodes.map(\.version) == ["0.2.0", "0.2.0"])
      #expect(nodes.map(\.release) == [Self.release, Self.release])
      // The cluster is on this machine: its answer falls between the two looks at the clock.
      #expect(nodes.map(\.clock) == [0, 0])
      #expect(nodes.differences.isEmpty, "\(nodes.differences)")
      #expect(try await one.nodes().map(\.id) == ["a", "b"])
      try await one.withdraw("a")
      #expect(try await two.nodes().map(\.id) == ["b"])
    }
  }

  @Test("other releases, versions, clocks and secrets are told apart")
  func differences() async throws {
    try await withNodes { one, two, address in
      let secret = [UInt8](repeating: 7, count: 32)
      let other = [UInt8](repeating: 8, count: 32)
      _ = try await one.announce(
        Self.report("a", secrets: [NodeSecret("preview.key", secret), NodeSecret("x", secret)]),
        clock: Self.now)
      let nodes = try await two.announce(
        Self.report(
          "b", version: "0.3.0", release: String(repeating: "5a", count: 32),
          secrets: [NodeSecret("preview.key", other), NodeSecret("x", secret)]),
        clock: { Self.now().adding(milliseconds: 60_000) })
      let ahead = try #require(nodes.last?.clock)
      #expect((59_000...60_000).contains(ahead), "\(ahead)")
      let sentences = nodes.differences.map(\.sentence)
      #expect(sentences.count == 4, "\(sentences)")
      #expect(
        sentences[0]
          == "The servers serve 2 releases: 4f4f4f4f4f4f on a.example.com:8080; 5a5a5a5a5a5a on b.example.com:8080. During a rollout they do for a while; else let each read the same commit."
      )
      #expect(sentences[1].hasPrefix("The servers run 2 versions: 0.2.0 on a.example.com:8080;"))
      #expect(sentences[2].hasPrefix("The clock of b.example.com:8080 is "))
      #expect(
        sentences[3]
          == "preview.key is not the same on all servers: a.example.com:8080 have another than b.example.com:8080. Copy one of them to every server, and restart those that had another."
      )
      // No secret is written, only values to compare two of them by.
      let rows = try PostgresCluster.shared.get().sql("SELECT secrets FROM \(address.schema).nodes")
      #expect(rows.count == 2)
      for row in rows { #expect(!row.contains("0707") && !row.contains("0808"), "\(row)") }
      let digests = nodes.map { $0.secrets["x"] }
      #expect(digests[0] == digests[1] && digests[0]?.count == 16)
    }
  }

  @Test("one that is killed is silent, and no longer compared with the others")
  func silent() async throws {
    try await withNodes { one, two, address in
      _ = try await one.announce(Self.report("a", version: "0.1.0"), clock: Self.now)
      try PostgresCluster.shared.get().sql(
        "UPDATE \(address.schema).nodes SET seen_at = seen_at - 60000")
      let nodes = try await two.announce(Self.report("b"), clock: Self.now)
      #expect(nodes.map(\.isSilent) == [true, false])
      let sentences = nodes.differences.map(\.sentence)
      #expect(sentences.count == 1, "\(sentences)")
      let seconds = sentences[0].firstMatch(
        of: /^a\.example\.com:8080 has not been heard for (\d+)/)
      #expect((seconds.flatMap { Int($0.1) } ?? 0) >= 60, "\(sentences)")
      try PostgresCluster.shared.get().sql(
        "UPDATE \(address.schema).nodes SET seen_at = seen_at - 3600000 WHERE id = 'a'")
      #expect(try await two.announce(Self.report("b"), clock: Self.now).map(\.id) == ["b"])
    }
  }

  @Test("a ledger of version 1 is migrated, and keeps what it has")
  func migration() async throws {
    let address = try PostgresAddress.unused()
    let first = try PostgresLedger.open(address)
    try await first.append(Sample.notification("n", Sample.fact("100")), at: 1)
    await first.close()
    // The table as version 1 left it.
    try PostgresCluster.shared.get().sql(
      """
      DROP TABLE \(address.schema).nodes; DROP TABLE \(address.schema).change_epoch;
      ALTER TABLE \(address.schema).transactions DROP web_order_line_item_id,
        DROP additional_reason, DROP billing_plan, DROP commitment, DROP seats,
        DROP seat_revocations, DROP previous_original_transaction_id, DROP bundle,
        DROP refunded_at;
      ALTER TABLE \(address.schema).renewals DROP renewal_quantity, DROP seats,
        DROP billing_plan, DROP commitment, DROP bundle;
      DROP TABLE \(address.schema).purchase_changes;
      DROP TABLE \(address.schema).ended_sessions; DROP TABLE \(address.schema).kept_aside;
      DROP TABLE \(address.schema).webhook_events, \(address.schema).webhook_endpoints;
      DROP TABLE \(address.schema).webhook_products, \(address.schema).webhook_entitlements;
      DROP TABLE \(address.schema).given_access, \(address.schema).retention_answers;
      DROP TABLE \(address.schema).balance_postings, \(address.schema).product_credits;
      DROP TABLE \(address.schema).seat_claims;
      ALTER TABLE \(address.schema).ledger DROP purchase_ledger;
      ALTER TABLE \(address.schema).customers DROP acquisition_signed_at,
        DROP acquisition_revoked_at, DROP store_type, DROP platform;
      UPDATE \(address.schema).ledger SET version = 1
      """)
    var reading = PostgresLedger.Options()
    reading.isCreating = false
    #expect(throws: LedgerOpenError.older(name: address.name)) {
      try PostgresLedger.open(address, options: reading)
    }
    let second = try PostgresLedger.open(address)
    #expect(try await second.nodes().isEmpty)
    #expect(try await second.entries(after: 0, limit: 10).count == 1)
    await second.close()
  }

  @Test("after a crash has emptied the changes, units that others recorded are found again")
  func missedChanges() async throws {
    try await withNodes { one, two, address in
      let cluster = try PostgresCluster.shared.get()
      let visitor = VisitorIdentity(userId: nil, anonymousId: "ada")
      await until { two.cachedAssignments(of: visitor, in: .production) == nil }
      #expect(!two.mayHaveAssignments(of: "ada"))
      // No change arrives, as if the server had crashed between the commit and the next look.
      try cluster.sql(
        """
        CREATE FUNCTION \(address.schema).lose() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER lost BEFORE INSERT ON \(address.schema).changes FOR EACH ROW
          EXECUTE FUNCTION \(address.schema).lose()
        """)
      try await one.record(Sample.exposure("e", "ada"))
      #expect(!two.mayHaveAssignments(of: "ada"))
      try cluster.sql("TRUNCATE \(address.schema).changes, \(address.schema).change_epoch")
      await until { two.mayHaveAssignments(of: "ada") }
      #expect(try await two.assignments(of: visitor, in: .production).count == 1)
    }
  }

  @Test("uses of keys that one counted are read on all at once; a batch sent again adds nothing")
  func keyUse() async throws {
    try await withNodes { one, two, _ in
      let use = KeyUse(name: "app", digest: "0123456789abcdef", day: 20_000, requests: 7)
      let batch = CountBatch(run: "r1", number: 1, counts: [use.key: 7])
      #expect(try await one.add(batch, at: 1) == .new)
      #expect(try await two.add(batch, at: 1) == .already)
      let other = CountBatch(run: "r2", number: 1, counts: [use.key: 5])
      #expect(try await two.add(other, at: 1) == .new)
      for ledger in [one, two] {
        let counts = try await ledger.dailyCounts(of: KeyUse.experiment, in: .production)
        #expect(KeyUse.all(in: counts).map(\.requests) == [12])
      }
    }
  }

  @Test("a write is read at once on its own node, and what it remembered before is not used")
  func ownWrite() async throws {
    try await withNodes { one, two, _ in
      let visitor = VisitorIdentity(userId: nil, anonymousId: "ada")
      #expect(try await one.assignments(of: visitor, in: .production) == [])
      #expect(try await two.assignments(of: visitor, in: .production) == [])
      try await one.record(Sample.exposure("e", "ada"))
      // Remembered or not: never the old answer.
      #expect(one.cachedAssignments(of: visitor, in: .production)?.isEmpty != true)
      #expect(try await one.assignments(of: visitor, in: .production).count == 1)
      await until { two.cachedAssignments(of: visitor, in: .production)?.isEmpty != true }
      #expect(try await two.assignments(of: visitor, in: .production).count == 1)
    }
  }
}
