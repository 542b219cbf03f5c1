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
    let first = try await run(
      Program.url, ["ledger", "prepare", "--ledger", owner, "--role", "server"], environment: [:])
    #expect(first.status == 0, "\(first.complaints)")
    #expect(first.output.hasSuffix("The role 'server' may serve it.\n"))
    // Again, as before each new version.
    let second = try await run(
      Program.url, ["ledger", "prepare", "--ledger", owner, "--role", "server", "--json"],
      environment: [:])
    let answer = try #require(try json(second.output) as? [String: Any])
    #expect(answer["role"] as? String == "server")
    #expect(answer["version"] as? Int ?? 0 > 0)
    let served = owner.replacing("postgres@", with: "server@")
    // The role owns nothing, and may read what there is.
    let forgotten = try await run(
      Program.url, ["ledger", "forget", "704", "--yes", "--ledger", served], environment: [:])
    #expect(forgotten.complaints.contains("there is no customer '704'"))
    #expect(try cluster.sql("SELECT count(*) FROM prepared.facts") == ["0"])
  }

  @Test(.enabled(if: PostgresCluster.isInstalled))
  func `Who does not own the tables is told so`() async throws {
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql("CREATE ROLE stranger LOGIN")
    let address = cluster.address(schema: "unprepared")
      .replacing("postgres@", with: "stranger@")
    let refused = try await run(
      Program.url, ["ledger", "prepare", "--ledger", address], environment: [:])
    #expect(refused.status == 3, "\(refused.status)")
    #expect(refused.complaints.contains("permission denied"))
    #expect(refused.complaints.contains("connect as the role that owns the tables"))
  }

  @Test func `A file needs no preparation`() async throws {
    let refused = try await run(
      Program.url, ["ledger", "prepare", "--ledger", "ledger.sqlite"], environment: [:])
    #expect(refused.status == 2)
    #expect(refused.complaints.contains("a file needs no preparation"))
  }
}
