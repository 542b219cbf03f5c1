import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall webhook retry`.
struct WebhookRetry: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "retry", "Let a running server send an event again, delivered or not.",
    """
    It goes out with the same id. A receiver that was gone (410) or rests after failures is tried \
    at once.
    """,
    examples: "paywall webhook retry evt_4f2a9c0d7b3e4a1f8c6d5e4f3a2b1c0d")

  @Argument(help: "The event, as 'paywall webhook deliveries' lists it.") var id: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<RetryCard> {
    let endpoints = try await ledger.use { [id] in try await $0.retryWebhook(id, at: .now()) }
    guard !endpoints.isEmpty else { throw Failure.unknownEvent(id) }
    return Printed(RetryCard(id: id, endpoints: endpoints)) { _ in
      "\(id) goes to \(endpoints.joined(separator: ", ")) again."
    }
  }
}

struct RetryCard: Card {
  let id: String
  let endpoints: [String]

  static let members = Members<Self> {
    $0.always("id", .text) { $0.id }
    $0.always("endpoints", .list(of: .text), "The endpoints that get it again.") { $0.endpoints }
  }
}
