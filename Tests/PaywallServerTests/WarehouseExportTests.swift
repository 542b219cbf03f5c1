import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Subscribers
import Synchronization
import TestSupport
import Testing

/// Exports of a ledger to a folder.
@Suite("Exports to a warehouse") struct WarehouseExportTests {
  @Test(
    "Each run writes what is new, and all files together are the rows of a full export",
    arguments: ExportWorld.Kind.present)
  func incremental(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      let files = ExportedFiles(folder: world.path("out"))
      try await world.fill()
      #expect(try await world.export(at: 100).run == 1)
      #expect(files.rows("transactions").count == 3)
      let prices: [Int] = files.rows("purchases").values.compactMap { Int($0["price"] ?? "") }
      #expect(prices.sorted() == [4_990, 9_990, 9_990])
      #expect(files.rows("exposures").count == 3)
      #expect(files.files.keys.allSatisfy { $0.hasSuffix("/2026-04-15-000001.csv.gz") })

      // Nothing has changed.
      #expect(try await world.export(at: 101).files == [])

      // A renewal is a line of 'transactions' and one of 'purchases', and nothing else.
      try await world.buy(ExportWorld.month("201", of: "200", customer: "7050", bought: 32))
      let renewed = try await world.export(at: 102)
      #expect(renewed.run == 2)
      #expect(renewed.files.map(\.rows) == [1, 1])
      #expect(
        renewed.files.map(\.name) == [
          "transactions/2026-04-17-000002.csv.gz", "purchases/2026-04-17-000002.csv.gz",
        ])

      // A refund changes the purchase, and adds a row of 'returns'.
      var refunded = ExportWorld.month("201", of: "200", customer: "7050", bought: 32)
      refunded.signedDate = ExportWorld.day(40)
      refunded.revocationDate = ExportWorld.day(39)
      refunded.revocationReason = 0
      try await world.buy(refunded)
      try await world.export(at: 103)
      #expect(files.lines("transactions").count == 5)
      let moments: [String] = files.rows("returns").values.compactMap { $0["happened"] }
      #expect(moments == [String(ExportWorld.day(39).milliseconds)])

      try await world.export(to: "full", at: 104)
      let full = ExportedFiles(folder: world.path("full"))
      for table in PlainTable.all { #expect(files.rows(table.name) == full.rows(table.name)) }
    }
  }

  @Test(
    "An erased person's rows come once more, by their row_id alone",
    arguments: ExportWorld.Kind.present)
  func erased(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      let files = ExportedFiles(folder: world.path("out"))
      try await world.fill()
      try await world.export(at: 100)
      let before = files.rows("transactions").filter {
        $0.value["original_transaction_id"] == "100"
      }
      #expect(before.count == 2)
      _ = try await world.ledger.forget(.user("ada"), in: .production, at: ExportWorld.day(101))
      try await world.export(at: 101)
      let gone = files.lines("transactions").filter { $0["is_deleted"] == "true" }
      let told: [String] = gone.compactMap { $0["row_id"] }
      #expect(Set(told) == Set(before.keys))
      let left: Set = ["row_id", "run", "is_deleted"]
      #expect(gone.allSatisfy { Set($0.keys) == left })
      let users: [String] = files.rows("links").values.compactMap { $0["user"] }
      #expect(users == ["bob"])
      let units: [String] = files.rows("exposures").values.compactMap { $0["unit"] }
      #expect(units.sorted() == ["bob", "eve"])

      try await world.export(to: "full", at: 102)
      let full = ExportedFiles(folder: world.path("full"))
      for table in PlainTable.all { #expect(files.rows(table.name) == full.rows(table.name)) }
    }
  }

  @Test(
    "A run that ends between any two steps is run again, and gives the same bytes",
    arguments: [1, 1 << 20])
  func interrupted(rowsInMemory: Int) async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export(at: 100)
      try await world.buy(ExportWorld.month("300", of: "300", customer: "7060", bought: 3))
      _ = try await world.ledger.forget(.user("bob"), in: .production, at: ExportWorld.day(101))
      // The folder as a process that was killed there leaves it.
      let copies = Copies(of: world.path("out"), in: world.path("copies"))
      try await world.export(at: 101) { export in
        export.rowsInMemory = rowsInMemory
        export.step = { copies.add($0) }
      }
      let expected = ExportedFiles(folder: world.path("out")).files
      #expect(copies.names.contains("state") && copies.names.contains("cursor"))
      #expect(copies.names.contains { $0.hasPrefix("moved transactions/") })
      for name in copies.names {
        let copy = ExportedFiles(folder: copies.path(name))
        // Files of whole runs only: what is there is what will be there.
        for (file, bytes) in copy.files { #expect(expected[file] == bytes, "\(name): \(file)") }
        try await world.export(to: "copies/\(copies.place(name))", at: 101)
        #expect(copy.files == expected, "\(name)")
        let left = try FileManager.default.contentsOfDirectory(atPath: copies.path(name))
        #expect(Set(left).isDisjoint(with: [".partial", "next.json"]))
      }
    }
  }

  @Test("Hashed ids are the same in every table, and 'none' leaves them out")
  func ids() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      let key = Array("0123456789abcdef".utf8)
      try await world.export(to: "hashed", .ledger, .csv, .hashed(key: key + Array("\n".utf8)))
      let hashed = ExportedFiles(folder: world.path("hashed"))
      // printf ada | openssl dgst -sha256 -hmac 0123456789abcdef
      let ada = "83eeb38e004a295359bde4b0760bb271"
      #expect(hashed.rows("links").values.contains { $0["user"] == ada })
      #expect(hashed.rows("exposures").values.contains { $0["unit"] == ada })
      try await world.export(to: "none", .ledger, .csv, .none)
      let none = ExportedFiles(folder: world.path("none"))
      #expect(none.rows("exposures").count == 3 && none.rows("transactions").count == 3)
      for files in [hashed, none] {
        let texts: [String] = files.files.values.map {
          String(decoding: inflated($0) ?? [], as: UTF8.self)
        }
        for id in ["\"ada\"", "\"7040\"", "\"100\"", "\"101\""] {
          let shown = texts.filter { (text: String) -> Bool in text.contains(id) }
          #expect(shown.isEmpty, "\(id)")
        }
      }
      // The ids of rows do not depend on the form, so that a tombstone finds them.
      #expect(Set(none.rows("links").keys) == Set(hashed.rows("links").keys))
      #expect(throws: ExportProblem.self) { try ExportIds.hashed(key: Array("short".utf8)) }
    }
  }

  @Test(
    "Both databases tell the same rows, members of signed objects too",
    .enabled(if: PostgresCluster.isInstalled))
  func alike() async throws {
    var told: [[String: Set<ExportedFiles.Row>]] = []
    for kind in ExportWorld.Kind.allCases {
      try await ExportWorld.with(kind) { world in
        try await world.fill()
        var committed = ExportWorld.month("600", of: "600", customer: "7080", bought: 4)
        committed.commitment = Commitment(
          billingPeriodNumber: 3, totalBillingPeriods: 12, expiresDate: ExportWorld.day(300))
        committed.bundle = BundleMembership(productId: "suite")
        committed.quantity = 5
        committed.seats = Seats(averagePrice: 1_998, revoked: 2)
        try await world.buy(committed)
        try await world.tell(
          "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", of: committed, at: 12)
        try await world.export()
        let files = ExportedFiles(folder: world.path("out"))
        let row = files.rows("transactions").values.first { $0["transaction_id"] == "600" }
        let expires = String(ExportWorld.day(300).milliseconds)
        #expect(row?["commitment_period"] == "3")
        #expect(row?["commitment_expires"] == expires)
        #expect(row?["bundle_product_id"] == "suite")
        #expect(row?["revoked_seats"] == "2")
        // Numbers and salts are each ledger's own.
        let own: Set = ["row_id", "customer", "number", "apple_account"]
        var tables: [String: Set<ExportedFiles.Row>] = [:]
        for table in PlainTable.all {
          for row in files.rows(table.name).values {
            tables[table.name, default: []].insert(row.filter { !own.contains($0.key) })
          }
        }
        told.append(tables)
      }
    }
    #expect(told.first == told.last)
    #expect(told.first?["renewal_events"]?.count == 1)
  }

  @Test("NDJSON has the same rows as CSV")
  func json() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export(to: "csv")
      try await world.export(to: "json", .ledger, .ndjson)
      let csv = ExportedFiles(folder: world.path("csv"))
      let json = ExportedFiles(folder: world.path("json"))
      let file = try #require(json.files["exposures/2026-04-15-000001.ndjson.gz"])
      let lines = String(decoding: try #require(inflated(file)), as: UTF8.self).split(
        separator: "\n")
      let told = try lines.map { try JSONDecoder().decode(ToldExposure.self, from: Data($0.utf8)) }
      #expect(Set(told.map(\.unit)) == ["ada", "bob", "eve"])
      #expect(Set(told.map(\.rowId)) == Set(csv.rows("exposures").keys))
      #expect(told.allSatisfy { $0.exposures == 1 && !$0.isDeleted })
    }
  }

  @Test("--since goes on in a new folder, and --keep removes files of older days")
  func sinceAndKeep() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export(at: 1)
      let begun = try await world.export(to: "next", at: 2) { $0.since = world.path("out") }
      #expect(begun.run == 2 && begun.files.map(\.rows).allSatisfy { $0 == 0 })
      try await world.see("zoe")
      let next = try await world.export(to: "next", at: 3) { $0.since = world.path("out") }
      #expect(next.run == 3 && next.files.map(\.rows) == [1])

      try await world.export(at: 95) { $0.keep = Period(iso8601: "P90D") }
      let days = Set(
        ExportedFiles(folder: world.path("out")).files.keys.map {
          $0.split(separator: "/").last?.prefix(10) ?? ""
        })
      #expect(days == ["2026-04-10"])
      // A file that was removed is not written again.
      #expect(try await world.export(at: 96).files == [])
    }
  }
}

/// A line of `exposures` in NDJSON.
private struct ToldExposure: Decodable {
  let unit: String
  let rowId: String
  let exposures: Int
  let isDeleted: Bool

  enum CodingKeys: String, CodingKey {
    case unit, exposures
    case rowId = "row_id"
    case isDeleted = "is_deleted"
  }
}

/// Copies of a folder, one for each step at which it was copied.
final class Copies: Sendable {
  private let source: String
  private let folder: String
  private let steps = Mutex<[String]>([])

  init(of source: String, in folder: String) {
    self.source = source
    self.folder = folder
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  var names: [String] { steps.withLock { $0 } }

  func place(_ name: String) -> Int { names.firstIndex(of: name) ?? -1 }

  func path(_ name: String) -> String { "\(folder)/\(place(name))" }

  func add(_ step: String) {
    steps.withLock { $0.append(step) }
    try? FileManager.default.copyItem(atPath: source, toPath: path(step))
  }
}
