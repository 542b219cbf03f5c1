import ArgumentParser
import CatalogFiles
import Foundation
import Ledger
import LedgerSQLite
import PaywallAPI
import PaywallCatalog
import Refunds

/// `paywall refund simulate`.
struct RefundSimulate: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Judge past requests for refunds by other rules, and show what would have changed.",
    discussion: """
      Each settled request is judged again from what was recorded of it. What Apple would have \
      decided then is not known; sums are the prices of the requests that change. Nothing is sent \
      and nothing is written.

      EXAMPLE
        paywall refund simulate --rules next-refunds.yaml
        paywall refund simulate --since 2026-10-01T00:00Z --json
      """)
  static let answerSchema = RefundSimulationCard.schema

  @Option(
    help: ArgumentHelp(
      "Rules to try; default: those of the folder.", valueName: "file"), completion: .file())
  var rules: String?
  @OptionGroup var requests: RefundCasesOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let policy = try policy(console)
    let opened = try requests.ledger.open()
    do {
      let cases = try await requests.cases(in: opened)
      await opened.close()
      let card = RefundSimulationCard(RefundSimulation(of: cases, under: policy))
      if answer.isJSON { return try console.write(json: card) }
      console.write(card.text(console))
    } catch let failure as LedgerFailure {
      throw Failure(failure, requests.ledger.path)
    }
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
    guard let data = FileManager.default.contents(atPath: rules) else {
      throw Failure(
        .failedOutside, "'\(rules)' cannot be read", help: "name a file of rules with --rules")
    }
    let (read, found) = ConfigurationFiles.read(configuration.folder)
    var files = read
    files.files[ConfigurationPath.refunds] = [UInt8](data)
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
struct RefundSimulationCard: Encodable {
  var requests: Int
  var unchanged: Int
  /// Open ones, and those of which nothing is recorded to judge by.
  var leftOut: Int
  var changes: [Change]
  var changed: [Entry]

  struct Change: Encodable {
    var from: String
    var to: String
    var requests: Int
    var prices: [String: String]
  }

  struct Entry: Encodable {
    var transactionId: String
    var from: String
    var to: String
    var fromRule: String?
    var toRule: String?
    var price: String?
  }

  init(_ simulation: RefundSimulation) {
    let moved = simulation.entries.filter(\.isChanged)
    requests = simulation.entries.count
    unchanged = requests - moved.count
    leftOut = simulation.leftOut
    changes = simulation.changes.map {
      Change(from: $0.from, to: $0.to, requests: $0.requests, prices: $0.money.sums)
    }
    changed = moved.map {
      Entry(
        transactionId: $0.transactionId, from: $0.was.word, to: $0.becomes.word,
        fromRule: $0.was.rule, toRule: $0.becomes.rule, price: $0.price?.description)
    }
  }

  func text(_ console: Console) -> String {
    let total = requests == 1 ? "1 request" : "\(requests) requests"
    let head = "\(total) judged again, \(unchanged) as before; \(leftOut) left out."
    guard !changes.isEmpty else { return head }
    let table = Table(
      "FROM", "TO", "REQUESTS", "PRICES",
      rows: changes.map { [$0.from, $0.to, String($0.requests), $0.prices.words] })
    return "\(head)\n\n\(table.text(for: console))"
  }

  static let schema = Schema.object([
    .always("requests", .count, "Judged again."), .always("unchanged", .count),
    .always("leftOut", .count, "Open, or nothing is recorded to judge them by."),
    .always(
      "changes",
      .list(
        of: .object([
          .always("from", answer), .always("to", answer), .always("requests", .count),
          .always("prices", .amounts, "By currency."),
        ]))),
    .always(
      "changed",
      .list(
        of: .object([
          .always("transactionId", .text), .always("from", answer), .always("to", answer),
          .maybe("fromRule", .text), .maybe("toRule", .text), .maybe("price", .text),
        ]))),
  ])

  private static let answer = Schema.words(
    RefundRule.Preference.allCases.map(\.rawValue) + RefundRefusal.allCases.map(\.rawValue))
}

extension [String: String] {
  /// `9.99 EUR, 12 USD`.
  var words: String {
    sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
