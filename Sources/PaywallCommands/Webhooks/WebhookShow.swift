import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import PaywallServer

/// `paywall webhook show`.
struct WebhookShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "show", "Show an event: the body that is sent, and how each endpoint took it.",
    "The body has Apple's ids of a customer. No log has it.",
    examples: "paywall webhook show evt_4f2a9c0d7b3e4a1f8c6d5e4f3a2b1c0d")
  static let answerSchema = EventCard.schema

  @Argument(help: "The event, as 'paywall webhook deliveries' lists it.") var id: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let id = id
    let found = try await ledger.use { try await $0.webhookDeliveries(ofEvent: id) }
    guard let first = found.first else { throw Failure.unknownEvent(id) }
    try answer.write(EventCard(event: first, deliveries: found), to: console) { _ in
      ([first.text] + found.map(\.sentence)).joined(separator: "\n")
    }
  }
}

extension Failure {
  /// No endpoint has an event of this id.
  static func unknownEvent(_ id: String) -> Failure {
    Failure(
      .no, "there is no event '\(id)'",
      help: "'paywall webhook deliveries' lists them; they are kept for 30 days")
  }
}

extension WebhookDelivery {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }

  fileprivate var sentence: String {
    let tried = attempts == 1 ? "1 attempt" : "\(attempts) attempts"
    let failure = lastFailure.map { ": \($0)" } ?? ""
    return switch state {
    case .pending: "\(endpoint): waits for \(nextAt.rfc3339), after \(tried)\(failure)"
    case .delivered: "\(endpoint): taken \(deliveredAt?.rfc3339 ?? ""), \(tried)"
    case .dead: "\(endpoint): given up after \(tried)\(failure)"
    }
  }
}

private struct EventCard: Card {
  let event: WebhookDelivery
  let deliveries: [WebhookDelivery]

  static let members = Members<Self> {
    $0.always("id", .text, "The header 'webhook-id'.") { $0.event.id }
    $0.always("type", .text) { $0.event.type }
    $0.always("body", .text, "As it is sent, but for the member 'afterGap'.") { $0.event.text }
    $0.always("deliveries") { $0.deliveries }
  }
}
