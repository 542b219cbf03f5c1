import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

/// `access grant`, `revoke` and `list`.
@Suite struct AccessCommandTests {
  @Test(.inFolder) func `An operator gives access to a user id, lists it and revokes it`()
    async throws
  {
    await (try SQLiteLedger.open(path: folder.appending(path: "ledger.sqlite").path())).close()
    let grant = [
      "grant", "user-7", "pro", "--user", "--for", "P30D", "--reason", "an outage", "--id", "g-1",
    ]
    let given = try await access(grant)
    given.expect(0)
    #expect(given.output.hasPrefix("'pro' is given to user user-7 until "), "\(given)")
    let list = try await access(["list", "user-7", "--user", "--json"])
    let records = try #require(try json(list.output) as? [[String: Any]])
    #expect(records.count == 1)
    #expect(records.first?["reason"] as? String == "an outage")
    #expect((records.first?["by"] as? String)?.hasPrefix("operator ") == true)
    #expect(records.first?["active"] as? Bool == true)
    let ended = try await access(["revoke", "user-7", "g-1", "--user"])
    ended.expect(0)
    #expect(ended.output.contains("revoked "), "\(ended)")
    #expect(try await access(["list"]).output.contains("user user-7"))
    try await access(["revoke", "user-7", "g-2", "--user"]).expect(
      1, complains: "'user-7' has no record 'g-2' of the source manual")
  }

  @Test(
    .inFolder,
    arguments: [
      (["user-7", "gold", "--user", "--for", "P30D", "--reason", "x"], 1, "unknownEntitlement"),
      (["user-7", "pro", "--user", "--for", "P100Y", "--reason", "x"], 1, "accessOutOfRange"),
      (["null", "pro", "--user", "--for", "P30D", "--reason", "x"], 1, "unknownCustomer"),
      (["7040", "pro", "--for", "P30D", "--reason", "x"], 1, "there is no customer '7040'"),
      (["user-7", "pro", "--user", "--for", "P30D", "--reason", " "], 2, "--reason"),
      (["user-7", "pro", "--user", "--reason", "x"], 2, "--for with a period"),
      (["user-7", "pro", "--user", "--for", "30", "--reason", "x"], 2, "'30' is no period"),
    ] as [([String], Int32, String)])
  func `Access that cannot be given says why`(
    arguments: [String], status: Int32, words: String
  ) async throws {
    await (try SQLiteLedger.open(path: folder.appending(path: "ledger.sqlite").path())).close()
    try await access(["grant"] + arguments).expect(status, complains: words)
  }

  private func access(_ arguments: [String]) async throws -> Run {
    try await paywall(
      ["access"] + arguments
        + ["--ledger", folder.appending(path: "ledger.sqlite").path(), "--config", example])
  }
}
