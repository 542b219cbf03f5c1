import Foundation
import Ledger
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// Exports that are not written, with a sentence that says what to do.
@Suite("Refused exports") struct WarehouseExportRefusalTests {
  /// - Returns: the words of the problem.
  private func refusal(_ export: () async throws -> Void) async throws -> String {
    let problem = await #expect(throws: ExportProblem.self) { try await export() }
    #expect(problem?.help.isEmpty == false)
    return problem?.words ?? ""
  }

  @Test("A folder with other files is left as it is")
  func foreign() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try world.folder.write("mine", to: "out/thesis.txt")
      let words = try await refusal { try await world.export() }
      #expect(words.contains("'thesis.txt', which no export wrote"))
      #expect(world.folder.names(in: "out") == ["thesis.txt"])
    }
  }

  @Test("A first run that ended after the schemas is no other's folder")
  func half() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try world.folder.write("-- half", to: "half/schema-duckdb.sql")
      try await world.export(to: "half")
      #expect(world.folder.names(in: "half").contains("cursor.json"))
    }
  }

  @Test("A cursor of another ledger, and other terms, are refused and change nothing")
  func others() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export()
      let files = ExportedFiles(folder: world.path("out")).files
      try await ExportWorld.with { other in
        var export = WarehouseExport(to: world.path("out"), .init(.ledger))
        let words = try await refusal {
          _ = try await export.run(other.ledger, nil, at: ExportWorld.day(101))
        }
        #expect(words.contains("another ledger"))
        export.folder = other.path("new")
        export.since = world.path("out")
        let since = export
        let begun = try await refusal {
          _ = try await since.run(other.ledger, nil, at: ExportWorld.day(101))
        }
        #expect(begun.contains("another ledger"))
      }
      let profile = try await refusal { try await world.export(.revenuecat) }
      #expect(profile.contains("profile ledger"))
      let format = try await refusal { try await world.export(.ledger, .ndjson) }
      #expect(format.contains("format csv"))
      let ids = try await refusal { try await world.export(.ledger, .csv, .none) }
      #expect(ids.contains("plain ids"))
      let nowhere = try await refusal {
        try await world.export(to: "new") { $0.since = world.path("nowhere") }
      }
      #expect(nowhere.contains("has no cursor.json"))
      #expect(ExportedFiles(folder: world.path("out")).files == files)
    }
  }

  @Test("Files that were cut are found", arguments: ["exposures", ".state", "cursor.json"])
  func cut(_ part: String) async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export()
      let name = world.folder.names(in: "out/\(part)").first.map { "\(part)/\($0)" } ?? part
      let path = world.path("out/\(name)")
      let bytes = try #require(FileManager.default.contents(atPath: path))
      try bytes.dropLast(3).write(to: URL(filePath: path))
      let words = try await refusal { try await world.export(at: 101) }
      #expect(words.contains(name))
      // A file that an upload has moved away is not missed.
      if part == "exposures" {
        try world.folder.remove("out/\(name)")
        #expect(try await world.export(at: 101).files == [])
      }
    }
  }

  @Test("A file that cannot be written leaves the folder as it was")
  func full() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      try await world.export()
      let files = ExportedFiles(folder: world.path("out")).files
      try await world.see("zoe")
      try await world.buy(ExportWorld.month("300", of: "300", customer: "7060", bought: 3))
      // A folder stands where the next file must be.
      let other = world.path("out/.partial/transactions_2026-04-16-000002.csv.gz")
      let words = try await refusal {
        try await world.export(at: 101) { export in
          export.step = { step in
            guard step == "wrote exposures" else { return }
            try? FileManager.default.createDirectory(
              atPath: other, withIntermediateDirectories: false)
          }
        }
      }
      #expect(words.hasPrefix("cannot write '"))
      #expect(!world.folder.names(in: "out").contains(".partial"))
      #expect(ExportedFiles(folder: world.path("out")).files == files)
    }
  }

  @Test("A folder is locked while a run writes there")
  func locked() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      let path = world.path("out/.lock")
      let outcomes = Mutex<[Int32]>([])
      let tryLock: @Sendable () -> Void = {
        let descriptor = unsafe open(path, O_RDWR)
        outcomes.withLock { $0.append(flock(descriptor, LOCK_EX | LOCK_NB)) }
        close(descriptor)
      }
      try await world.export { export in
        export.step = { if $0 == "state" { tryLock() } }
      }
      tryLock()
      #expect(outcomes.withLock { $0 } == [-1, 0])
    }
  }

  @Test("A folder that cannot be made is named")
  func unusable() async throws {
    try await ExportWorld.with { world in
      try world.folder.write("", to: "file")
      let words = try await refusal { try await world.export(to: "file/out") }
      #expect(words.contains("cannot be used"))
    }
  }
}
