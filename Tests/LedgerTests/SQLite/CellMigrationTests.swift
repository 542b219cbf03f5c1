import Foundation
import GRDB
import LedgerStorage
import PaywallCatalog
import Serving
import Testing

@testable import Ledger
@testable import LedgerSQLite

@Suite struct CellMigrationTests {
  private static let day = Int(Sample.day(1).milliseconds / Timestamp.day)

  /// Writes a first exposure as a server of version 10 does, and counts it by its placement.
  private static func exposeBefore12(_ unit: String, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant,
          recorded_at, exposures, exposed_at, rendered_at, placement, sent_as, dimensions, served,
          reported, exposure_flags)
        VALUES (0, ?1, 'price', 1, 'visitor', 'trial', ?2, 1, ?2, ?2, 'onboarding', 'anonymousId',
          1, 1, 1, 0);
        """, arguments: [unit, Sample.day(1).milliseconds])
    try database.execute(
      sql: """
        INSERT INTO exposed_cells (environment, experiment, phase, variant, day, dimensions, persons)
        VALUES (0, 'price', 1, 'trial', ?, 'placement=onboarding', 1)
        ON CONFLICT DO UPDATE SET persons = persons + 1
        """, arguments: [day])
  }

  /// A file of version 10 in which visitors were exposed, all at one placement.
  private static func makeFile(at path: String, visitors: Int) throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "10") { database in
      try database.execute(
        sql: """
          INSERT INTO dimensions (storefront, platform, is_new) VALUES ('GBR', 'iOS', 1);
          INSERT INTO served_paywalls (placement) VALUES ('onboarding');
          INSERT INTO reported_paywalls DEFAULT VALUES;
          """)
      for number in 0..<visitors { try exposeBefore12("old\(number)", database) }
    }
  }

  @Test(
    "Who was counted by the placement alone is taken from that cell, and nobody twice", .inFolder)
  func older() async throws {
    try Self.makeFile(at: path, visitors: 11)
    let ledger = try openFile()
    // On the same day, nine visitors of the cell that the older ones would be in now.
    for number in 0..<9 {
      try await ledger.record(Sample.exposure("new\(number)", from: "GBR", isNew: true))
    }
    // A later exposure of an older visitor is no first one.
    let again = Sample.exposure("old1", from: "GBR", isNew: true, "2")
    #expect(try await ledger.record(again) == [.repeated])
    let before = try await ledger.totalExposureCounts(of: .price)
    #expect(before == [ExposureCounts(variant: "trial", units: 20, repeats: 1)])
    try await ledger.forget(["old0", "old1", "new0"])
    #expect(try await ledger.cells() == ["1 in other", "2 in onboarding"])
    try await ledger.record(Sample.exposure("new9", from: "GBR", isNew: true))
    try await ledger.forget(["old2", "new1"])
    #expect(
      try await ledger.cells()
        == ["1 in other", "3 in onboarding", "1 in iOS GBR true onboarding"])
    #expect(
      try await ledger.totalExposureCounts(of: .price)
        == [ExposureCounts(variant: "trial", units: 21, repeats: 1)])
  }

  @Test(
    "A server of version 10 that has the file open goes on counting, and both go on erasing",
    .inFolder)
  func deployment() async throws {
    try Self.makeFile(at: path, visitors: 9)
    let ledger = try openFile()
    try await ledger.forget(["old0"])
    try await ledger.writer.runBetweenGroups { try Self.exposeBefore12("old9", $0) }
    try await ledger.forget(["old9"])
    #expect(try await ledger.cells() == ["1 in other", "1 in onboarding"])
  }

  @Test(
    "A first exposure takes at most 300 bytes of the file, also if each is alone in its cell",
    .inFolder)
  func size() async throws {
    let ledger = try openFile()
    let (storefronts, platforms) = (
      ["GBR", "USA", "DEU", "JPN", "FRA"], ["iOS", "iPadOS", "macOS"]
    )
    for day in 0..<60 {
      var batch: [Exposure] = []
      for (storefront, platform) in storefronts.flatMap({ name in platforms.map { (name, $0) } }) {
        for (isNew, placement) in [
          (true, "onboarding"), (false, "settings"), (nil, "onboarding"),
        ] {
          let number = 1000 * day + batch.count
          var exposure = Sample.exposure(
            Sample.uuid(number), from: storefront, isNew: isNew, platform: platform,
            at: placement, Sample.uuid(number), rendered: Double(day))
          exposure.deviceTime = DeviceTime(at: Sample.day(Double(day)), offset: 1234)
          batch.append(exposure)
        }
      }
      try await ledger.record(batch, at: Double(day))
    }
    let (cells, bytes) = try await ledger.pool.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM exposed_cells") ?? 0,
        try Int.fetchOne(
          database, sql: "SELECT sum(pgsize) FROM dbstat WHERE name = 'exposed_cells'") ?? 0
      )
    }
    await ledger.close()
    #expect(cells == 60 * 45)
    #expect(bytes / cells <= 110, "\(bytes / cells) bytes of a cell")
    let empty = folder.path("empty.sqlite")
    await (try SQLiteLedger.open(path: empty)).close()
    let sizes = try [path, empty].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    #expect((sizes[0] - sizes[1]) / cells <= 300, "\(sizes) bytes, \(cells) exposures")
  }

  @Test(
    "The tables refuse what may not be", .inFolder,
    arguments: [
      "UPDATE assignments SET cell_day = cell_day + 1", "UPDATE assignments SET cell_day = NULL",
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
        cell_day) VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 20000)
      """,
      "INSERT INTO covariate_customers VALUES (0, 'nobody', 'price', 1, 'visitor', 1)",
      "UPDATE covariate_customers SET customer = 77",
    ])
  func invariants(sql: String) async throws {
    let ledger = try openFile()
    try await ledger.add(customers: "7040")
    try await ledger.see(Sample.claim(anonymous: "d1"))
    try await ledger.record(Sample.exposure("1", "d1", at: 2), at: 2)
    #expect(try await ledger.covariates(of: "d1") != nil)
    await ledger.refuses(sql)
  }
}
