import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct ContestMigrationTests {
  @Test(
    "A doubt from before stays, and takes no one's place; rows of an old export say no more",
    .inFolder)
  func older() async throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "13") { database in
      try database.execute(
        sql: """
          INSERT INTO customers (number, environment, app_transaction_id)
          VALUES (1, 0, 7040), (2, 0, 7050);
          INSERT INTO sightings (environment, unit, kind, customer, seen_at, route, is_proved,
            is_contested) VALUES (0, 'ada', 'userId', 1, 0, 'placement', 0, 1);
          INSERT INTO sighting_contests (customer, count) VALUES (2, 8);
          """)
    }
    let ledger = try openFile()
    #expect(try await ledger.seen("ada") == ["userId 7040 contested"])
    for number in 1...8 {
      #expect(try await ledger.see(Sample.claim("7050", user: "user-\(number)")) == [.new])
    }
    #expect(try await ledger.see(Sample.claim("7050", user: "ada")) == [.contested])
    let row = ExportedRow(
      table: "sighting_contests",
      cells: [
        .init("count", .number(8)), .init("appTransactionId", .text("7050")),
        .init("customerEnvironment", .text("production")),
      ])
    #expect(try await ledger.restore([row]) == [.already])
    await ledger.close()
    let again = try DatabaseQueue(path: path)
    for customer in [1, 3] {
      #expect(throws: DatabaseError.self) {
        // The doubt comes from the customer of the row itself, or from none that is known.
        try again.write {
          try $0.execute(
            sql: "INSERT INTO contested_sightings VALUES (0, 'ada', 'userId', ?)",
            arguments: [customer])
        }
      }
    }
    try again.close()
  }

  @Test("A doubt of schema 14 keeps its customer, and others come beside it", .inFolder)
  func one() async throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "14") { database in
      try database.execute(
        sql: """
          INSERT INTO customers (number, environment, app_transaction_id)
          VALUES (1, 0, 7040), (2, 0, 7050), (3, 0, 7060);
          INSERT INTO sightings (environment, unit, kind, customer, seen_at, route, is_proved,
            is_contested) VALUES (0, 'ada', 'userId', 1, 0, 'placement', 0, 1);
          INSERT INTO contested_sightings (environment, unit, kind, customer)
          VALUES (0, 'ada', 'userId', 2);
          """)
    }
    let ledger = try openFile()
    #expect(try await ledger.see(Sample.claim("7060", user: "ada")) == [.contested])
    let customers = try await ledger.pool.read {
      try Int.fetchAll($0, sql: "SELECT customer FROM contested_sightings ORDER BY customer")
    }
    #expect(customers == [2, 3])
  }
}
