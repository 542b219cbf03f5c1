import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import LedgerPostgres
@testable import LedgerSQLite

/// Copies of one purchase in a ledger: what counts is in `Subscribers`; here, that all that a
/// ledger says goes by it.
@Suite struct CopyTests {
  private static let first: TransactionFact = {
    var fact = Sample.purchase("2000", bought: 1)
    fact.webOrderLineItemId = "w2"
    return fact
  }()
  private static let restored = Sample.copy(of: first, "2001", signed: 3)

  @Test(
    "A purchase that was restored is one, and a refund of any copy ends it",
    .everyLedger, arguments: [false, true])
  func restored(isReversed: Bool) async throws {
    let copies = [Self.first, Self.restored]
    for fact in isReversed ? copies.reversed() : copies {
      try await ledger.append(Sample.notification("n\(fact.transactionId)", fact), at: 4)
    }
    let history = try #require(try await ledger.only(.appTransactionId("7040")))
    #expect(history.subscriber(at: Sample.day(5)).spend == ["USD": 9990])
    let refunded = Sample.refund(of: isReversed ? Self.first : Self.restored, at: 6)
    try await ledger.append(Sample.notification("r", type: "REFUND", refunded), at: 6)
    let after = try #require(try await ledger.only(.appTransactionId("7040")))
    #expect(after.subscriber(at: Sample.day(7)).spend.isEmpty)
    #expect(after.subscriber(at: Sample.day(7)).subscriptions.map(\.state) == [.revoked])
  }

  @Test(
    "What was bought before an exposure is frozen once, however many copies there are",
    .everyLedger)
  func covariates() async throws {
    for fact in [Self.restored, Self.first] {
      try await ledger.append(Sample.notification("n\(fact.transactionId)", fact), at: 4)
    }
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 4)
    try await ledger.record(Sample.exposure("1", "ada", origin: .userId, at: 5), at: 5)
    let covariates = try #require(try await ledger.covariates(of: "ada"))
    #expect(covariates.transactions == 1)
    #expect(covariates.spend == ["USD": 9990])
  }

  @Test("A file from before billing events were facts learns them from its texts", .inFolder)
  func olderFile() async throws {
    let ledger = try openFile()
    try await Self.fill(ledger)
    await ledger.close()
    let file = try DatabaseQueue(path: path)
    try await file.write { database in
      try database.execute(
        sql: """
          DROP TABLE purchase_changes;
          ALTER TABLE ledger DROP COLUMN purchase_ledger;
          UPDATE transactions SET web_order_line_item_id = NULL;
          DROP TABLE kept_aside;
          DROP TABLE webhook_events;
          DROP TABLE webhook_endpoints;
          DROP TABLE webhook_products;
          DROP TABLE webhook_entitlements;
          DROP TABLE given_access;
          DROP TABLE retention_answers;
          DROP TABLE balance_postings;
          DROP TABLE product_credits;
          DROP TABLE seat_claims;
          DELETE FROM grdb_migrations
            WHERE identifier IN ('20', '21', '22', '23', '24', '25', '26');
          """)
    }
    try file.close()
    let migrated = try openFile()
    try await Self.requireOnce(migrated)
  }

  @Test(
    "A database from before billing events were facts learns them from its texts",
    .enabled(if: PostgresCluster.isInstalled))
  func olderDatabase() async throws {
    let address = try PostgresAddress.unused()
    let ledger = try PostgresLedger.open(address)
    try await Self.fill(ledger)
    await ledger.close()
    try PostgresCluster.shared.get().sql(
      """
      DROP TABLE \(address.schema).purchase_changes;
      DROP TABLE \(address.schema).kept_aside;
      DROP TABLE \(address.schema).webhook_events;
      DROP TABLE \(address.schema).webhook_endpoints;
      DROP TABLE \(address.schema).webhook_products;
      DROP TABLE \(address.schema).webhook_entitlements;
      DROP TABLE \(address.schema).given_access;
      DROP TABLE \(address.schema).retention_answers;
      DROP TABLE \(address.schema).balance_postings, \(address.schema).product_credits;
      DROP TABLE \(address.schema).seat_claims;
      ALTER TABLE \(address.schema).ledger DROP purchase_ledger;
      UPDATE \(address.schema).transactions SET web_order_line_item_id = NULL;
      UPDATE \(address.schema).ledger SET version = 4
      """)
    let migrated = try PostgresLedger.open(address)
    try await Self.requireOnce(migrated)
    await migrated.close()
  }

  private static func fill(_ ledger: any Ledger) async throws {
    for fact in [first, restored, Sample.coins("501"), Sample.lifetime("601")] {
      try await ledger.append(Sample.notification("n\(fact.transactionId)", fact), at: 4)
    }
  }

  private static func requireOnce(_ ledger: any Ledger) async throws {
    let history = try #require(try await ledger.only(.appTransactionId("7040")))
    #expect(history.transactions.filter { $0.originalTransactionId == "2000" }.count == 2)
    #expect(history.subscriber(at: Sample.day(5)).spend == ["USD": 9990 + 2 * 14_970])
    var backEnd = BackEnd()
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["501", "601"])
  }
}
