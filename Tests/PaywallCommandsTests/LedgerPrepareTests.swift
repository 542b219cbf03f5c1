import Foundation
import TestSupport
import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite struct LedgerPrepareTests {
  @Test(.enabled(if: PostgresCluster.isInstalled))
  func `The owner makes the tables, and a role that may serve them can`() async throws {
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql("CREATE ROLE server LOGIN")
    let owner = cluster.address(schema: "prepared")
    let first = try await paywall(["ledger", "prepare", "--ledger", owner, "--role", "server"])
    first.expect(0)
    #expect(first.output.hasSuffix("The role 'server' may serve it.\n"))
    // The operator prepares it again, as before each new version.
    let second = try await paywall([
      "ledger", "prepare", "--ledger", owner, "--role", "server", "--json",
    ])
    let answer = try #require(try json(second.output) as? [String: Any])
    #expect(answer["role"] as? String == "server")
    #expect(answer["version"] as? Int ?? 0 > 0)
    let served = owner.replacing("postgres@", with: "server@")
    // The role owns nothing, and may read all of it.
    let forgotten = try await paywall(["ledger", "forget", "704", "--yes", "--ledger", served])
    #expect(forgotten.complaints.contains("there is no customer '704'"))
    #expect(try cluster.sql("SELECT count(*) FROM prepared.facts") == ["0"])
  }

  @Test(.enabled(if: PostgresCluster.isInstalled))
  func `Who does not own the tables is told so`() async throws {
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql("CREATE ROLE stranger LOGIN")
    let address = cluster.address(schema: "unprepared")
      .replacing("postgres@", with: "stranger@")
    let refused = try await paywall(["ledger", "prepare", "--ledger", address])
    refused.expect(3, complains: "permission denied", "connect as the role that owns the tables")
  }

  @Test func `A file needs no preparation`() async throws {
    let refused = try await paywall(["ledger", "prepare", "--ledger", "ledger.sqlite"])
    refused.expect(2, complains: "a file needs no preparation")
  }
}
