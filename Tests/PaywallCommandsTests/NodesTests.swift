import Foundation
import Ledger
import LedgerPostgres
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// `paywall nodes`.
@Suite struct NodesTests {
  private static func report(_ name: String, version: String) -> NodeReport {
    NodeReport(
      id: String(repeating: name, count: 16), name: "\(name).example.com:8080", version: version,
      release: String(repeating: "4f", count: 32), startedAt: now(),
      secrets: [NodeSecret("preview.key", Array(name.utf8))])
  }

  private static func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  @Test(.enabled(if: PostgresCluster.isInstalled))
  func `Each server has a line, and what differs a sentence`() async throws {
    let address = try PostgresCluster.shared.get().address()
    let ledger = try PostgresLedger.open(try PostgresAddress(address))
    let nobody = try await paywall("nodes", "--ledger", address).expect(0)
    #expect(nobody.output == "No server was heard in the last hour.\n")

    _ = try await ledger.announce(Self.report("a", version: "0.2.0"), clock: Self.now)
    _ = try await ledger.announce(Self.report("b", version: "0.3.0"), clock: Self.now)
    let shown = try await paywall("nodes", "--ledger", address)
    let lines = shown.output.split(separator: "\n").map(String.init)
    // On a busy machine the servers may be silent for longer than usual.
    let differences = lines.dropFirst(3).filter { !$0.contains("has not been heard for") }
    #expect(differences.count == 2, "\(shown.output)")
    #expect(
      lines[0].split(separator: " ")
        == ["SERVER", "RELEASE", "VERSION", "CLOCK", "LAG", "SINCE", "SEEN"])
    #expect(lines[1].hasPrefix("a.example.com:8080  4f4f4f4f4f4f  0.2.0"))
    #expect(
      differences.first
        == "The servers run 2 versions: 0.2.0 on a.example.com:8080; 0.3.0 on b.example.com:8080. Finish the upgrade."
    )
    #expect(differences.last?.hasPrefix("preview.key is not the same on all servers") == true)

    let programs = try await paywall("nodes", "--ledger", address, "--json").expect(0)
    let answer = try #require(try json(programs.output) as? [String: Any])
    let nodes = try #require(answer["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["version"] as? String } == ["0.2.0", "0.3.0"])
    let sentences = answer["differences"] as? [String] ?? []
    #expect(sentences.count { !$0.contains("has not been heard for") } == 2)
    await ledger.close()
  }

  @Test(.inFolder) func `A ledger in a file has one server`() async throws {
    let path = folder.appending(path: "ledger.sqlite").path()
    try await paywall("nodes", "--ledger", path).expect(3, complains: "there is no ledger")
    try await LedgerTests().withStory { folder in
      let file = try await paywall(
        "nodes", "--ledger", folder.appending(path: "ledger.sqlite").path(), "--apple-root",
        folder.appending(path: "root.cer").path())
      #expect(file.status != 0, "\(file)")
    }
  }

  @Test func `A database that is away is said with its address and no password`() async throws {
    let away = try await paywall("nodes", "--ledger", "postgres://ada@/paywall?host=/nowhere")
    away.expect(3, complains: "cannot be opened")
    let secret = try await paywall("nodes", "--ledger", "postgres://ada:secret@db/paywall")
    #expect(secret.status == 2 && !secret.complaints.contains("secret"), "\(secret)")
  }
}
