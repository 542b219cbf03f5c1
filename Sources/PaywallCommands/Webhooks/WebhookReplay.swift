import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// `paywall webhook replay`.
struct WebhookReplay: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "replay", "Let a running server send all events of an endpoint again since a moment.",
    """
    Delivered, waiting or given up: each goes out with the same id, in the order of its customer. \
    A receiver that keeps ids takes none twice. Events are kept for 30 days.
    """,
    examples: "paywall webhook replay backend --since 2026-12-01T00:00Z")

  @Argument(help: "The endpoint, by its name in webhooks.yaml.") var name: String
  @Option("time", "Events that came at this moment or later.") var since: Moment
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<ReplayCard> {
    let (name, since) = (name, since.timestamp)
    let count = try await ledger.use { opened in
      guard try await opened.webhookReceivers().contains(where: { $0.name == name }) else {
        throw Failure(
          .no, "the ledger has no endpoint '\(name)'",
          help: "a running server writes those of webhooks.yaml; 'paywall webhook list' shows them")
      }
      return try await opened.replayWebhooks(of: name, since: since, at: .now())
    }
    return Printed(ReplayCard(endpoint: name, events: count)) { _ in
      "\(count) \(count == 1 ? "event goes" : "events go") to '\(name)' again."
    }
  }
}

struct ReplayCard: Card {
  let endpoint: String
  let events: Int

  static let members = Members<Self> {
    $0.always("endpoint", .text) { $0.endpoint }
    $0.always("events", .count, "How many it gets again.") { $0.events }
  }
}
