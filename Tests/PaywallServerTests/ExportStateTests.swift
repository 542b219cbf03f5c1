import Crypto
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

/// The state that an export keeps in its folder, and the memory that it takes.
@Suite("States of exports") struct ExportStateTests {
  @Test("More rows than are sorted in memory give the same files and the same state")
  func spilled() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      // The state has several blocks of a table.
      try await world.see(users: 300)
      try await Self.export(world, at: 100)
      try await world.see(users: 310)
      try await world.buy(ExportWorld.month("300", of: "300", customer: "7060", bought: 3))
      for user in ["bob", "user-0", "user-150", "user-299"] {
        _ = try await world.ledger.forget(.user(user), in: .production, at: ExportWorld.day(101))
      }
      try await Self.export(world, at: 101)
      let (small, large) = (Self.files(world, "small"), Self.files(world, "large"))
      #expect(small.files == large.files)
      #expect(small.lines("exposures").filter { $0["is_deleted"] == "true" }.count == 4)
      try await world.export(to: "full", at: 102)
      let full = Self.files(world, "full")
      #expect(full.rows("exposures").count == 309)
      for table in PlainTable.all { #expect(small.rows(table.name) == full.rows(table.name)) }
      #expect(try Self.state(world, "small/.state/2") == Self.state(world, "large/.state/2"))
      // Nothing has changed, as both states know.
      #expect(try await world.export(to: "small", at: 103).files == [])
    }
  }

  /// Exports with 7 rows in memory to `small`, and with all to `large`.
  private static func export(_ world: ExportWorld, at day: Double) async throws {
    try await world.export(to: "small", at: day) { $0.rowsInMemory = 7 }
    try await world.export(to: "large", at: day)
  }

  private static func files(_ world: ExportWorld, _ name: String) -> ExportedFiles {
    ExportedFiles(folder: world.path(name))
  }

  private static func state(_ world: ExportWorld, _ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: world.path(name))))
  }

  @Test("The state of a former version is carried on")
  func former() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export(at: 100)
      let state = try Self.state(world, "out/.state/1")
      try Data(Self.former(state)).write(to: URL(filePath: world.path("out/.state/1")))
      #expect(try await world.export(at: 101).files == [])
      _ = try await world.ledger.forget(.user("bob"), in: .production, at: ExportWorld.day(101))
      try await world.see("zoe")
      try await world.export(at: 102)
      let out = Self.files(world, "out")
      // Five rows: three, the new one, and the one that is gone.
      #expect(out.lines("exposures").count == 5)
      try await world.export(to: "full", at: 103)
      let full = Self.files(world, "full")
      for table in PlainTable.all { #expect(out.rows(table.name) == full.rows(table.name)) }
    }
  }

  /// The tables in the order of their names, and the number of rows without zeros before it.
  private static func former(_ state: [UInt8]) -> [UInt8] {
    var tables: [String: [UInt8]] = [:]
    var rest = state.dropLast(SHA256Digest.byteCount)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      let count = words.last.flatMap { Int($0) } ?? 0
      let rows = rest[(end + 1)...].prefix(24 * count)
      tables[String(words.first ?? "")] = Array("\(words.first ?? "") \(count)\n".utf8) + rows
      rest = rest[rows.endIndex...]
    }
    let bytes = tables.sorted { $0.key < $1.key }.flatMap(\.value)
    return bytes + SHA256.hash(data: bytes)
  }

  @Test(
    "A token of several purchase chains of a customer is one row",
    arguments: ExportWorld.Kind.present)
  func tokens(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      for (chain, customer) in [("400", "7040"), ("410", "7040"), ("420", "7050")] {
        var fact = ExportWorld.month(chain, of: chain, customer: customer, bought: 1)
        fact.appAccountToken = "0b0e2d4c-7d0e-4c5e-8a52-000000000001"
        try await world.buy(fact)
      }
      try await world.export()
      #expect(Self.files(world, "out").lines("tokens").count == 2)
    }
  }
}
