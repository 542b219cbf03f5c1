import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Serving
import Testing

@testable import LedgerSQLite

@Suite struct InstallMigrationTests {
  /// A file of version 12 with first exposures of visitors, one of whom has covariates.
  private static func makeFile(at path: String) throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "12") { database in
      try database.execute(
        sql: """
          INSERT INTO dimensions (storefront, platform, is_new) VALUES ('GBR', 'iOS', 1);
          INSERT INTO served_paywalls (placement) VALUES ('onboarding');
          INSERT INTO reported_paywalls DEFAULT VALUES;
          """)
      for unit in ["ada", "bob", "cid"] {
        try database.execute(
          sql: """
            INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant,
              recorded_at, exposures, exposed_at, rendered_at, placement, sent_as, dimensions,
              served, reported, exposure_flags)
            VALUES (0, ?1, 'price', 1, 'visitor', 'trial', ?2, 1, ?2, ?2, 'onboarding', 'userId',
              1, 1, 1, 0)
            """, arguments: [unit, Sample.day(1).milliseconds])
      }
      for (unit, days) in [("ada", 0), ("bob", nil)] as [(String, Int?)] {
        try database.execute(
          sql: """
            INSERT INTO covariates (environment, unit, experiment, phase, unit_kind, before,
              transactions, spend, unpriced, days_since_install, is_complete)
            VALUES (0, ?, 'price', 1, 'visitor', ?, 0, '', 0, ?, 0)
            """, arguments: [unit, Sample.day(1).milliseconds, days])
      }
    }
  }

  @Test("Rows from before have what their covariates say, and the others stay unknown", .inFolder)
  func older() async throws {
    try Self.makeFile(at: path)
    let ledger = try openFile()
    for (unit, days) in [("ada", 0), ("bob", nil), ("cid", nil)] as [(String, Int?)] {
      let found = try await ledger.exposures(of: unit, in: .production)
      #expect(found.map(\.details?.daysSinceInstall) == [days])
    }
    #expect(try await ledger.record(Sample.exposure("2", "ada", origin: .userId)) == [.repeated])
    await ledger.close()
    let file = try DatabaseQueue(path: path)
    for change in [
      "UPDATE assignments SET days_since_install = 5",
      "UPDATE assignments SET days_since_install = NULL WHERE unit = 'ada'",
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant,
        recorded_at, days_since_install) VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 3)
      """,
    ] {
      #expect(throws: DatabaseError.self) {
        try file.write { try $0.execute(sql: change) }
      }
    }
    try file.close()
  }
}
