import ArgumentParser
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall nodes`.
struct NodesCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "nodes",
    abstract: "List the servers that share a ledger on PostgreSQL, and what differs between them.",
    discussion: """
      Each server writes its row every two seconds: its release and version, by how much its clock \
      is ahead of the database's, and how long ago it read what the others changed. One that is \
      stopped takes its row away; one that is killed stays for an hour, and is said to be silent.

      EXAMPLE
        paywall nodes --ledger postgres://paywall@db.example.com/paywall
        paywall nodes --ledger postgres://paywall@db.example.com/paywall --json
      """)
  static let answerSchema = NodesCard.schema

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    guard let shared = opened as? any NodeLedger else {
      await opened.close()
      throw Failure(
        .no, "a ledger in a file has one server, and '\(ledger.path)' is a file",
        help: "name the database with --ledger postgres://…; 'paywall doctor --url' asks one server"
      )
    }
    let nodes: [ServerNode]
    do throws(LedgerFailure) {
      nodes = try await shared.nodes()
    } catch {
      throw Failure(error, ledger.path)
    }
    await opened.close()
    let card = NodesCard(nodes)
    if answer.isJSON { return try console.write(json: card) }
    console.write(card.text(console))
  }
}
