import Foundation
import LedgerSQLite
import TestSupport
import Testing

/// `paywall export`; what it writes is tested with `WarehouseExport`.
@Suite struct ExportCommandTests {
  private func export(_ words: String...) async throws -> Run {
    try await paywall(["export"] + words)
  }

  @Test(.inFolder) func `A run names its files, and the next one has nothing to tell`() async throws
  {
    let path = folder.appending(path: "ledger.sqlite").path()
    await (try SQLiteLedger.open(path: path)).close()
    let out = folder.appending(path: "out").path()
    let first = try await export("--ledger", path, "--out", out, "--format", "ndjson")
    #expect(first.status == 0 && first.output.contains("-000001.ndjson.gz"), "\(first)")
    let again = try await export("--ledger", path, "--out", out, "--format", "ndjson")
    #expect(again.status == 0 && again.output == "Nothing has changed since run 1.\n", "\(again)")
    try await export("--ledger", path, "--out", out).expect(
      3, complains: "has the format ndjson", "help: go on with that, or name a new folder")
  }

  @Test func `A profile that is not there, and hashed ids without a key, are wrong usage`()
    async throws
  {
    let unknown = try await export("--out", "/tmp/never", "--profile", "adapty")
    unknown.expect(2, complains: "adapty", "revenuecat")
    let hashed = try await export("--out", "/tmp/never", "--ids", "hashed")
    hashed.expect(2, complains: "hashed ids need --key")
  }
}
