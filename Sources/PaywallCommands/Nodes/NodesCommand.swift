import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// `paywall nodes`.
struct NodesCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "nodes", "List the servers that share a ledger on PostgreSQL, and what differs between them.",
    """
    Each server writes its row every two seconds: its release and version, by how much its clock \
    is ahead of the database's, and how long ago it read what the others changed. One that is \
    stopped takes its row away; one that is killed stays for an hour, and is said to be silent.
    """,
    examples: "paywall nodes --ledger postgres://paywall@db.example.com/paywall",
    "paywall nodes --ledger postgres://paywall@db.example.com/paywall --json")

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<NodesCard> {
    let nodes = try await ledger.use { opened in
      guard let shared = opened as? any NodeLedger else {
        throw Failure(
          .no, "a ledger in a file has one server, and '\(ledger.path)' is a file",
          help:
            "name the database with --ledger postgres://…; 'paywall doctor --url' asks one server")
      }
      return try await shared.nodes()
    }
    let card = NodesCard(nodes: nodes)
    return Printed(card, words: card.text)
  }
}

/// The servers of a ledger, and the differences among them.
struct NodesCard: Card {
  let nodes: [ServerNode]

  static let members = Members<Self> {
    $0.always("nodes") { $0.nodes }
    $0.always("differences", "What is not alike, a sentence each.") { $0.differences }
  }

  private var differences: [String] { nodes.differences.map(\.sentence) }

  func text(_ console: Console) -> String {
    guard !nodes.isEmpty else {
      return "No server was heard in the last hour."
    }
    let table = Table(
      of: nodes, ("SERVER", \.name), ("RELEASE", { String($0.release.prefix(12)) }),
      ("VERSION", \.version), ("CLOCK", { "\($0.clock) ms" }), ("LAG", { "\($0.lag) ms" }),
      ("SINCE", \.startedAt.rfc3339),
      ("SEEN", { $0.isSilent ? "silent since \($0.seenAt.rfc3339)" : "now" }))
    guard !differences.isEmpty else { return table.text(for: console) }
    let said = differences.map { wrapped($0, to: console.width) }.joined(separator: "\n")
    return "\(table.text(for: console))\n\n\(said)"
  }
}

extension ServerNode: Card {
  static let members = Members<Self> {
    $0.always("id", "Of its state folder.") { $0.id }
    $0.always("name") { $0.name }
    $0.always("version") { $0.version }
    $0.always("release") { $0.release }
    $0.always("startedAt") { $0.startedAt }
    $0.always("seenAt", "By the database's clock.") { $0.seenAt }
    $0.always("silent", "Not heard for 15 seconds.") { $0.isSilent }
    $0.always("clockMilliseconds", "By how much its clock is at least ahead of the database's.") {
      $0.clock
    }
    $0.always("lagMilliseconds", "Since it had read the changes of the others.") { $0.lag }
    $0.always("secrets", "Digests, to compare; by name.") { $0.secrets }
  }
}
