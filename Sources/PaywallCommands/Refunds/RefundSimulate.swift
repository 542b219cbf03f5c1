import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallCatalog
import Refunds

/// `paywall refund simulate`.
struct RefundSimulate: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "simulate", "Judge past requests for refunds by other rules, and show what would have changed.",
    """
    Each settled request is judged again from what was recorded of it. What Apple would have \
    decided then is not known; sums are the prices of the requests that change. Nothing is sent \
    and nothing is written.
    """,
    examples: "paywall refund simulate --rules next-refunds.yaml",
    "paywall refund simulate --since 2026-10-01T00:00Z --json")
  static let answerSchema = RefundSimulationCard.schema

  @Option(.file, "Rules to try; default: those of the folder.") var rules: String?
  @OptionGroup var requests: RefundCasesOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let policy = try policy(console)
    let cases = try await requests.ledger.use { try await requests.cases(in: $0) }
    let card = RefundSimulationCard(simulation: RefundSimulation(of: cases, under: policy))
    if answer.isJSON { return try console.write(json: card) }
    console.write(card.text(console))
  }

  /// The rules of the file in the place of the folder's, checked as they are there.
  private func policy(_ console: Console) throws -> RefundPolicy {
    let configuration = requests.ledger.configuration
    guard let rules else {
      guard let policy = try configuration.load(for: console).refunds else {
        throw Failure(
          .no, "'\(configuration.folder)' has no \(ConfigurationPath.refunds)",
          help: "write one, or name rules to try with --rules")
      }
      return policy
    }
    try configuration.checkFolder()
    let data = try Array(file: rules, help: "name a file of rules with --rules")
    let (read, found) = ConfigurationFiles.read(configuration.folder)
    var files = read
    files.files[ConfigurationPath.refunds] = data
    files.unread.remove(ConfigurationPath.refunds)
    let (snapshot, report) = Loader.load(ParsedFiles(files), found: found)
    guard let policy = snapshot?.refunds else {
      console.complain(report.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "the rules of '\(rules)' cannot be used",
        help: "mend the lines above; they are shown as \(ConfigurationPath.refunds)")
    }
    return policy
  }
}

/// What would have changed.
struct RefundSimulationCard: Card {
  let simulation: RefundSimulation

  static let members = Members<Self> {
    $0.always("requests", .count, "Judged again.") { $0.requests }
    $0.always("unchanged", .count) { $0.unchanged }
    $0.always("leftOut", "Open, or nothing is recorded to judge them by.") { $0.simulation.leftOut }
    $0.always("changes", .list(of: Change.schema)) { $0.simulation.changes.map(Change.init) }
    $0.always("changed", .list(of: Entry.schema)) { $0.changed }
  }

  struct Change: Card {
    let change: RefundSimulation.Change

    static let members = Members<Self> {
      $0.always("from", answer) { $0.change.from }
      $0.always("to", answer) { $0.change.to }
      $0.always("requests", .count) { $0.change.requests }
      $0.always("prices", .amounts, "By currency.") { $0.change.money.sums }
    }
  }

  struct Entry: Card {
    let entry: RefundSimulation.Entry

    static let members = Members<Self> {
      $0.always("transactionId", .text) { $0.entry.transactionId }
      $0.always("from", answer) { $0.entry.was.word }
      $0.always("to", answer) { $0.entry.becomes.word }
      $0.maybe("fromRule", .text) { $0.entry.was.rule }
      $0.maybe("toRule", .text) { $0.entry.becomes.rule }
      $0.maybe("price", .text) { $0.entry.price?.description }
    }
  }

  private static let answer = Schema.words(
    RefundRule.Preference.allCases.map(\.rawValue) + RefundRefusal.allCases.map(\.rawValue))

  private var requests: Int { simulation.entries.count }
  private var unchanged: Int { requests - changed.count }
  private var changed: [Entry] { simulation.entries.filter(\.isChanged).map(Entry.init) }

  func text(_ console: Console) -> String {
    let total = requests == 1 ? "1 request" : "\(requests) requests"
    let head = "\(total) judged again, \(unchanged) as before; \(simulation.leftOut) left out."
    guard !simulation.changes.isEmpty else { return head }
    let table = Table(
      "FROM", "TO", "REQUESTS", "PRICES",
      rows: simulation.changes.map {
        [$0.from, $0.to, String($0.requests), $0.money.sums.words]
      })
    return "\(head)\n\n\(table.text(for: console))"
  }
}

extension [String: String] {
  /// `9.99 EUR, 12 USD`.
  var words: String {
    sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
