import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Serving
import TestSupport
import Testing

@testable import LedgerSQLite

@Suite struct ExposureDetailFileTests {
  /// A file of version 6, with a unit that was exposed twice.
  private func makeOldFile(at path: String) throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "6") {
      try $0.execute(sql: Self.oldInsert, arguments: ["ada", 2])
    }
  }

  /// The insert of a server of version 6, also for a file that a newer one has migrated.
  private static let oldInsert = """
    INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
      is_conflict, exposures, exposed_at, rendered_at, placement, is_held_out, sent_as, is_contested)
    VALUES (0, ?, 'price', 1, 'visitor', 'trial', \(Sample.day(0.5).milliseconds), 0, ?,
      \(Sample.day(0.5).milliseconds), \(Sample.day(0.5).milliseconds), 'onboarding', 0,
      'anonymousId', 0)
    ON CONFLICT DO UPDATE SET is_conflict = excluded.is_conflict,
      exposures = excluded.exposures, exposed_at = excluded.exposed_at,
      rendered_at = excluded.rendered_at, placement = excluded.placement,
      is_held_out = excluded.is_held_out, sent_as = excluded.sent_as,
      is_contested = excluded.is_contested
    """

  @Test("Of older exposures the details stay unknown, and their counts are kept", .inFolder)
  func migrates() async throws {
    try makeOldFile(at: path)
    let ledger = try openFile()
    func counts() async throws -> UnknownDetailCounts {
      try await ledger.unknownDetails(of: .price)
    }
    #expect(try await ledger.exposures(of: "ada", in: .production).map(\.details) == [nil])
    #expect(try await ledger.placements(of: "ada") == ["onboarding ? from day 0.5"])
    #expect(try await counts().withoutDetails == 1)
    let later = [
      Sample.exposure("n1", "ada", at: 0.75, "onboarding", Sample.details(1)),
      Sample.exposure("n2", "ada", at: 0.25, "settings", Sample.details(2)),
    ]
    #expect(try await ledger.record(later, at: 1) == [.repeated, .repeated])
    #expect(try await ledger.exposures(of: "ada", in: .production).map(\.details) == [nil])
    #expect(
      try await ledger.placements(of: "ada")
        == ["onboarding ? from day 0.5", "settings 1 from day 0.25"])
    #expect(try await ledger.counts() == ["trial 1 units, 3 repeats, 0 conflicts, 0 held"])
    #expect(try await counts().unknown.isEmpty)
  }

  @Test("A server of the version before that has the file open goes on writing", .inFolder)
  func deployment() async throws {
    let ledger = try openFile()
    let details = Sample.details(1)
    try await ledger.record(Sample.exposure("1", "bob", at: 0.5, "onboarding", details))
    try await ledger.writer.runBetweenGroups { database in
      try database.execute(sql: Self.oldInsert, arguments: ["ada", 1])
      try database.execute(sql: Self.oldInsert, arguments: ["bob", 2])
    }
    #expect(try await ledger.exposures(of: "ada", in: .production).map(\.details) == [nil])
    #expect(try await ledger.exposures(of: "bob", in: .production).map(\.details) == [details])
  }

  @Test("What was acknowledged is there, with its details, if the process ends at once", .inFolder)
  func killed() async throws {
    let ledger = try openFile()
    for (round, placement) in ["onboarding", "settings", "onboarding"].enumerated() {
      let batch = (0..<20).map {
        Sample.exposure(
          "\(round)", "unit-\($0)", at: Double(round) / 8, placement,
          Sample.details($0, flags: .duringPause))
      }
      try await ledger.record(batch, at: 1)
      let again = try openAsKilled()
      for unit in ["unit-0", "unit-7", "unit-19"] {
        let kept = try await again.exposures(of: unit, in: .production)
        #expect(try await kept == ledger.exposures(of: unit, in: .production))
        #expect(kept.map(\.placements.count) == [min(round + 1, 2)])
      }
      await again.close()
    }
  }

  @Test("Exposures with the same details share their rows", .inFolder)
  func interned() async throws {
    let ledger = try openFile()
    let batch = (0..<30).map {
      Sample.exposure("1", "unit-\($0)", at: 0, "onboarding", Sample.details(1))
    }
    try await ledger.record(batch, at: 1)
    for number in 0..<3 {
      try await ledger.record(Sample.exposure("1", "old-\(number)"))
    }
    let rows = try await ledger.pool.read { database in
      try ["dimensions", "served_paywalls", "reported_paywalls"].map {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)")
      }
    }
    #expect(rows == [2, 2, 2])
    let plans = try await ledger.pool.read { database in
      try Row.fetchAll(
        database,
        sql: """
          EXPLAIN QUERY PLAN SELECT number FROM dimensions WHERE ifnull(storefront, '') = 'GBR'
            AND ifnull(platform, '') = 'iOS'
          """
      ).map { $0["detail"] as String? ?? "" }
    }
    #expect(plans.first?.contains("dimensions_by_value") == true, "\(plans)")
  }

  @Test(
    "The tables refuse to change what a first exposure brought", .inFolder,
    arguments: [
      "UPDATE assignments SET dimensions = NULL, served = NULL, reported = NULL, exposure_flags = NULL",
      "UPDATE assignments SET exposure_flags = 3", "UPDATE assignments SET dimensions = 2",
      "UPDATE assignments SET is_at_several_placements = 0",
      "UPDATE assignments SET clock_offset = 5", "UPDATE dimensions SET storefront = 'USA'",
      "UPDATE served_paywalls SET paywall = 'other'", "UPDATE reported_paywalls SET price = 1",
      "INSERT INTO dimensions (storefront) SELECT storefront FROM dimensions WHERE 0; INSERT INTO dimensions (storefront) VALUES ('GB')",
      "INSERT INTO dimensions (language) VALUES ('german')",
      "INSERT INTO reported_paywalls (price) VALUES (4990)",
      "INSERT INTO reported_paywalls (price, currency) VALUES (-1, 'EUR')",
      "INSERT INTO served_paywalls (traffic) VALUES (10001)",
      "INSERT INTO served_paywalls (content) VALUES ('abc')",
      "INSERT INTO dimensions (storefront) VALUES ('FRA'), ('FRA')",
      "DELETE FROM dimensions",
      "UPDATE placement_exposures SET exposures = 0",
      """
      INSERT INTO placement_exposures VALUES (0, 'nobody', 'price', 1, 'visitor', 'onboarding', 0, 1)
      """,
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
        dimensions, served, reported, exposure_flags)
      VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 1, 1, 1, 0)
      """,
    ])
  func invariants(sql: String) async throws {
    let ledger = try openFile()
    try await ledger.record(
      Sample.exposure("1", "ada", at: 0, "onboarding", Sample.details(1)),
      Sample.exposure("2", "ada", at: 0, "settings", Sample.details(2)),
      Sample.exposure("1", "bob", at: 0, "settings", Sample.details(2)))
    let error = await ledger.refuses(sql)
    let text = "\(String(describing: error))"
    #expect(text.contains("constraint") || text.contains("stay"), "\(text)")
  }

  @Test("A first exposure with all details takes at most 300 bytes of the file", .inFolder)
  func size() async throws {
    let ledger = try openFile()
    let count = rounds(10_000, all: 100_000)
    for start in stride(from: 0, to: count, by: 500) {
      let batch = (start..<start + 500).map { number in
        var details = Sample.details(number, flags: number.isMultiple(of: 9) ? .beyondTraffic : [])
        // 120 storefronts with a price of their own.
        details.reported.price = 9990 + Int64(number % 120) * 10
        let unit = number.isMultiple(of: 2) ? Sample.uuid(number) : "visitor-\(number * 7919)"
        return Sample.exposure(
          Sample.uuid(number), unit, at: Double(number) / 1e6, "onboarding", details,
          deviceTime: DeviceTime(at: Sample.day(Double(number) / 1e6), offset: 1234))
      }
      try await ledger.record(batch, at: 1)
    }
    await ledger.close()
    let file = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    #expect(file / count <= 300, "\(file) bytes of \(count)")
  }
}
