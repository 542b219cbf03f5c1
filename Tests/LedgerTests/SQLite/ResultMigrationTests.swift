import Foundation
import GRDB
import PaywallCatalog
import Testing

@testable import Ledger
@testable import LedgerSQLite
@testable import LedgerStorage

@Suite struct ResultMigrationTests {
  /// A file of version 6 with a record, and transactions, some of them refunded.
  private func makeFile(at path: String) throws {
    func word(_ text: String) -> Int { PackedWords.all.firstIndex(of: text) ?? -1 }
    try SQLiteLedger.makeFile(at: path, ofVersion: "6") { database in
      try database.execute(
        sql: """
          INSERT INTO customers (number, environment, app_transaction_id) VALUES (1, 0, 7040);
          INSERT INTO links VALUES (0, 'ada', 1, 0);
          INSERT INTO lines (number, environment, original_transaction_id, customer, has_purchases)
          VALUES (1, 0, 100, 1, 1);
          INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant,
            recorded_at, exposures, exposed_at, rendered_at, placement, sent_as)
          VALUES (0, 'ada', 'price', 1, 'visitor', 'trial', 0, 2, 0, 0, 'onboarding', 'userId');
          """)
      for (id, ownership, type, percentage) in [
        (100, word("PURCHASED"), nil, nil),
        (101, word("PURCHASED"), word("REFUND_PRORATED"), 40_000),
        (102, word("FAMILY_SHARED"), word("FAMILY_REVOKE"), nil),
        (103, word("PURCHASED"), word("REFUND_PRORATED"), 0),
      ] as [(Int, Int, Int?, Int?)] {
        try database.execute(
          sql: """
            INSERT INTO transactions (line, transaction_id, signed_at, product_id, ownership,
              purchase_date, price, currency, storefront, is_upgraded, revocation_date,
              revocation_reason, revocation_type, revocation_percentage)
            VALUES (1, ?, 0, 'pro', ?, \(Sample.day(1).milliseconds), 9990, 'USD', 'USA', 0,
              \(Sample.day(9).milliseconds), 1, ?, ?)
            """, arguments: [id, ownership, type, percentage])
      }
    }
  }

  @Test(
    "Of an older file nothing is known but its refunds, which become rows that nothing reads",
    .inFolder)
  func migrates() async throws {
    try makeFile(at: path)
    for _ in 0..<2 {
      let ledger = try openFile()
      let refunded = try await ledger.pool.read {
        try Int.fetchAll($0, sql: "SELECT transaction_id FROM money_events ORDER BY 1")
      }
      #expect(refunded == [100, 101])
      #expect(try await ledger.covariates(of: .price) == [])
      #expect(try await ledger.dailyCounts(of: "price", in: .production) == [])
      await ledger.close()
    }
    let ledger = try openFile()
    // Its first exposure was before: the facts that were known then are unknown now.
    try await ledger.record(Sample.exposure("9", "ada", origin: .userId))
    #expect(try await ledger.covariates(of: .price) == [])
    #expect(try await ledger.isSound())
  }

  @Test(
    "The tables refuse what may not be", .inFolder,
    arguments: [
      "UPDATE covariates SET transactions = 7", "UPDATE daily_counts SET count = count - 1",
    ])
  func invariants(sql: String) async throws {
    let ledger = try openFile()
    try await ledger.append(
      Sample.notification("n", Sample.refund(of: Sample.purchase("100", bought: 1), at: 2)),
      at: 2)
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 2)
    try await ledger.record(Sample.exposure("1", "ada", origin: .userId, at: 3), at: 3)
    try await ledger.add(Sample.batch(1, [Sample.counted(): 5]), at: 3)
    await ledger.refuses(sql)
  }
}
