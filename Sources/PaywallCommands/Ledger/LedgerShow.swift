import ArgumentParser
import Catalog
import Ledger
import LedgerSQLite
import Subscribers

/// `paywall ledger show`.
struct LedgerShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract:
      "Show what the ledger knows of a customer: state, entitlements, spend, grants, timeline.",
    discussion: """
      State is computed from dates at the moment of asking. The server may run beside it.

      EXAMPLE
        paywall ledger show 704000000382071239
        paywall ledger show u-17 --user --json
      """)

  @OptionGroup var customer: CustomerOptions
  @Option(help: "Look as if it were this moment, with all that is known; default: now.") var at:
    String?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let at, Timestamp(rfc3339: at) == nil {
      throw ValidationError("--at takes a time with a zone, such as 2026-12-01T09:00Z.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try ledger.configuration.load(for: console)
    let now = at.flatMap { Timestamp(rfc3339: $0) } ?? .now()
    let opened = try ledger.open()
    let cards: [CustomerCard]
    do {
      let (name, histories) = try await customer.first {
        try await opened.histories(of: $0, in: customer.environment)
      }
      let entries = try await opened.entries(of: name, in: customer.environment)
      await opened.close()
      cards = histories.map { CustomerCard($0, texts: entries.count, in: snapshot, at: now) }
    } catch let failure as LedgerFailure {
      throw Failure(failure, ledger.path)
    }
    if answer.isJSON { return try console.write(json: cards) }
    console.write(cards.map { $0.sheet(console) }.joined(separator: "\n\n"))
  }
}
