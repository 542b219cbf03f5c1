import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct HeldOutFileTests {
  @Test("A file of version 10 has no held-out units, and takes them from then on", .inFolder)
  func migrates() async throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "10")
    let ledger = try openFile()
    #expect(try await ledger.held() == [])
    #expect(try await ledger.hold(Sample.heldOut("1", "ada")) == [.heldOut])
    await ledger.close()
    let again = try openFile()
    #expect(try await again.held() == ["ada 1"])
    #expect(try await again.hold(Sample.heldOut("1", "ada")) == [.already])
    #expect(try await again.isSound())
  }

  @Test(
    "The table refuses what may not be", .inFolder,
    arguments: [
      "UPDATE held_out SET dimensions = dimensions + 1", "UPDATE held_out SET exposures = 1",
      "UPDATE held_out SET exposure_flags = 4", "UPDATE held_out SET rendered_at = rendered_at + 1",
      "UPDATE held_out SET clock_offset = 1", "UPDATE held_out SET placement = NULL",
      "UPDATE held_out SET sent_as = 'nobody'", "UPDATE held_out SET environment = 3",
    ])
  func invariants(sql: String) async throws {
    let ledger = try openFile()
    try await ledger.hold(Sample.heldOut("1", "ada"), Sample.heldOut("2", "ada"))
    let error = await ledger.refuses(sql)
    let reason = String(describing: error)
    #expect(reason.contains("constraint") || reason.contains("stays"))
  }
}
