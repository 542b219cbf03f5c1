import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

/// Figures that a command reads beside a server.
@Suite struct ExposureFigureTests {
  private func figures(_ path: String) throws(LedgerOpenError) -> ExposureFigures {
    try ExposureFigures(of: .price, path: path)
  }

  @Test("They are read while a server has the file open, and are those of the ledger", .inFolder)
  func beside() async throws {
    let ledger = try openFile()
    try await ledger.record(Sample.exposure("e1", "ada"), Sample.exposure("e2", "bob"))
    try await ledger.add(Sample.batch(1, [Sample.counted(): 3]), at: 1)
    let found = try figures(path)
    #expect(found.details.units == 2)
    #expect(found.counts == [DailyCount(Sample.counted(), 3)])
    await ledger.close()
    #expect(try figures(path) == found)
  }

  @Test("A file of an older version is not migrated for them", .inFolder)
  func older() async throws {
    let file = try DatabaseQueue(path: path)
    try SQLiteLedger.migrator.migrate(file, upTo: "6")
    #expect(throws: LedgerOpenError.older(name: path)) { try figures(path) }
    let versions = try await file.read { try SQLiteLedger.migrator.appliedIdentifiers($0) }
    #expect(versions == ["1", "2", "3", "4", "5", "6"])
    try file.close()
    #expect(throws: LedgerOpenError.self) { try figures(folder.path("none.sqlite")) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
  }
}
