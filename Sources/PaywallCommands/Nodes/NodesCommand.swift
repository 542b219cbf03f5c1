import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// `paywall nodes`.
struct NodesCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "nodes", "List the servers that share a ledger on PostgreSQL, and what differs between them.",
    """
    Each server writes its row every two seconds: its release and version, by how much its clock \
    is ahead of the database's, and how long ago it read what the others changed. One that is \
    stopped takes its row away; one that is killed stays for an hour, and is said to be silent.
    """,
    examples: "paywall nodes --ledger postgres://paywall@db.example.com/paywall",
    "paywall nodes --ledger postgres://paywall@db.example.com/paywall --json")
  static let answerSchema = NodesCard.schema

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
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
    if answer.isJSON { return try console.write(json: card) }
    console.write(card.text(console))
  }
}
