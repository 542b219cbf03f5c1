import Foundation
import Ledger
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

/// The SQL of the article "On your warehouse", run by DuckDB on the files of an export.
@Suite("The SQL of the warehouse article") struct WarehouseSQLTests {
  /// A Python with DuckDB, if `PAYWALL_TEST_DUCKDB` names one.
  private static let python = ProcessInfo.processInfo.environment["PAYWALL_TEST_DUCKDB"]

  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Ledger/Ledger.docc/Warehouse.md").standardized

  /// The blocks of the article for DuckDB, in their order.
  private static func blocks() throws -> [String] {
    try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```sql duckdb\n")
      .dropFirst().map { String($0.components(separatedBy: "```")[0]) }
  }

  private static let script = """
    import duckdb, json, os, sys
    os.chdir(sys.argv[1])
    connection = duckdb.connect()
    for statement in json.load(open("statements.json")): connection.execute(statement)
    print(json.dumps([[str(cell) for cell in row]
      for query in json.load(open("queries.json")) for row in connection.execute(query).fetchall()]))
    """

  /// - Returns: the rows of all queries, as texts.
  private static func rows(
    of queries: [String], after statements: [String], in folder: String, _ python: String
  ) throws -> [[String]] {
    for (name, list) in [("statements", statements), ("queries", queries)] {
      try JSONEncoder().encode(list).write(to: URL(filePath: "\(folder)/\(name).json"))
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      python.split(separator: " ").map(String.init) + ["-c", script, folder]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([[String]].self, from: data)
  }

  @Test(
    "Revenue, churn, trials and experiments come to what was bought", .enabled(if: python != nil))
  func article() async throws {
    let python = try #require(Self.python)
    try await ExportWorld.with { world in
      // A trial that converts, a month of which half is refunded, a customer who is erased.
      var trial = ExportWorld.month("400", of: "400", customer: "7040", bought: 1, price: 0)
      trial.offerKind = OpenEnum(.introductory)
      trial.offerDiscount = OpenEnum(.freeTrial)
      trial.expiresDate = ExportWorld.day(8)
      try await world.buy(trial)
      var paid = ExportWorld.month("401", of: "400", customer: "7040", bought: 8)
      try await world.buy(paid)
      try await world.buy(ExportWorld.month("500", of: "500", customer: "7050", bought: 2))
      for (user, customer) in [("ada", "7040"), ("eve", "7050")] {
        _ = try await world.ledger.link(
          user, to: .appTransactionId(customer), in: .production, at: ExportWorld.day(1))
        try await world.see(user)
      }
      try await world.export(at: 100)
      paid.signedDate = ExportWorld.day(20)
      paid.revocationDate = ExportWorld.day(19)
      paid.revocationType = OpenEnum(.refundProrated)
      paid.revocationPercentage = 50_000
      try await world.buy(paid)
      _ = try await world.ledger.forget(.user("eve"), in: .production, at: ExportWorld.day(101))
      try await world.export(at: 101)

      let schema = try String(contentsOfFile: world.path("out/schema-duckdb.sql"), encoding: .utf8)
      let rows = try Self.rows(
        of: [
          "SELECT * FROM revenue", "SELECT trials, converted FROM trials",
          "SELECT ended, churned FROM churn",
          "SELECT visitor_id, experiment_id, variation_id FROM growthbook_assignments",
          "SELECT visitor_id, value FROM growthbook_purchases ORDER BY value",
          "SELECT count(*) FROM purchases_rows WHERE transaction_id = '500'",
        ], after: [schema] + Self.blocks(), in: world.path("out"), python)
      #expect(
        rows == [
          // 9.99 €, of which half was given back.
          ["2026-01", "EUR", "5.0"], ["1", "1"],
          // The trial ended and went on; the month ended, and nothing followed.
          ["1", "0"], ["1", "1"],
          ["ada", "price/1", "trial"], ["ada", "0.0"], ["ada", "9.99"], ["0"],
        ])
    }
  }

  @Test("RevenueCat's columns load into their schema", .enabled(if: python != nil))
  func revenueCat() async throws {
    let python = try #require(Self.python)
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export(.revenuecat)
      let schema = try String(contentsOfFile: world.path("out/schema-duckdb.sql"), encoding: .utf8)
      let rows = try Self.rows(
        of: [
          """
          SELECT sum(price_in_usd), min(start_time), bool_or(is_sandbox), count(*) FROM transactions
          """
        ],
        after: [schema, "COPY transactions_rows FROM 'transactions/*.csv.gz' (HEADER)"],
        in: world.path("out"), python)
      // 9.99 € twice and 4.99 € once, at 0.8 € a dollar, each to a thousandth.
      #expect(rows == [["31.214000", "2026-01-06 00:00:00", "False", "3"]])
    }
  }
}
