import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallCatalog
import Serving
import Subscribers

/// `paywall refund simulate`.
struct RefundSimulate: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "simulate", "Judge past requests for refunds by other rules, and show what would have changed.",
    """
    Each settled request is judged again from what was recorded of it. What Apple would have \
    decided then is not known; sums are the prices of the requests that change. Nothing is sent \
    and nothing is written.
    """,
    examples: "paywall refund simulate --rules next-refunds.yaml",
    "paywall refund simulate --since 2026-10-01T00:00Z --json")

  @Option(.file, "Rules to try; default: those of the folder.") var rules: String?
  @OptionGroup var requests: RefundCasesOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<RefundSimulationCard> {
    let policy = try policy(console)
    let cases = try await requests.ledger.use { try await requests.cases(in: $0) }
    let card = RefundSimulationCard(simulation: RefundSimulation(of: cases, under: policy))
    return Printed(card, words: card.text)
  }

  /// Returns the rules of the file instead of the folder's, checked as if they were there.
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
        help: "fix the lines above; they are shown as \(ConfigurationPath.refunds)")
    }
    return policy
  }
}

/// The decisions that would have changed.
struct RefundSimulationCard: Card {
  let simulation: RefundSimulation

  static let members = Members<Self> {
    $0.always("requests", .count, "Judged again.") { $0.requests }
    $0.always("unchanged", .count) { $0.unchanged }
    $0.always("leftOut", "Open, or nothing is recorded to judge them by.") { $0.simulation.leftOut }
    $0.always("changes") { $0.simulation.changes }
    $0.always("changed") { $0.changed }
  }

  private var requests: Int { simulation.entries.count }
  private var unchanged: Int { requests - changed.count }
  private var changed: [RefundSimulation.Entry] { simulation.entries.filter(\.isChanged) }

  func text(_ console: Console) -> String {
    let total = requests == 1 ? "1 request" : "\(requests) requests"
    let head = "\(total) judged again, \(unchanged) as before; \(simulation.leftOut) left out."
    guard !simulation.changes.isEmpty else { return head }
    let table = Table(
      of: simulation.changes, ("FROM", \.from), ("TO", \.to),
      ("REQUESTS", { String($0.requests) }), ("PRICES", \.money.sums.words))
    return "\(head)\n\n\(table.text(for: console))"
  }
}

extension RefundSimulation.Change: Card {
  static let members = Members<Self> {
    $0.always("from", .refundAnswer) { $0.from }
    $0.always("to", .refundAnswer) { $0.to }
    $0.always("requests") { $0.requests }
    $0.always("prices", .amounts, "By currency.") { $0.money.sums }
  }
}

extension RefundSimulation.Entry: Card {
  static let members = Members<Self> {
    $0.always("transactionId", .text) { $0.transactionId }
    $0.always("from", .refundAnswer) { $0.was.word }
    $0.always("to", .refundAnswer) { $0.becomes.word }
    $0.maybe("fromRule") { $0.was.rule }
    $0.maybe("toRule") { $0.becomes.rule }
    $0.maybe("price") { $0.price?.description }
  }
}

extension Schema {
  fileprivate static let refundAnswer = words(
    RefundRule.Preference.allCases.map(\.rawValue) + RefundRefusal.allCases.map(\.rawValue))
}

extension [String: String] {
  /// `9.99 EUR, 12 USD`.
  var words: String {
    sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
