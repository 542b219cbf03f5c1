import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall webhook deliveries`.
struct WebhookDeliveries: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "deliveries", "List events and their deliveries, the newest first.",
    "An event is kept for 30 days. 'paywall webhook retry' sends one again.",
    examples: "paywall webhook deliveries --endpoint backend",
    "paywall webhook deliveries --state dead --json")
  static let answerSchema = Schema.list(of: WebhookDelivery.schema).described("The newest first.")

  @Option(help: "Only the events for this endpoint.") var endpoint: String?
  @Option(
    help: ArgumentHelp("pending, delivered or dead (given up); default: all.", valueName: "state"),
    completion: .list(WebhookDelivery.State.allCases.map(\.word)))
  var state: String?
  @Option(help: ArgumentHelp("The most events to list.", valueName: "number")) var limit = 50
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try (1...10_000).check(limit, of: "--limit")
    guard let state, WebhookDelivery.State(word: state) == nil else { return }
    throw ValidationError("There is no state '\(state)'; use pending, delivered or dead.")
  }

  func printed(on console: Console) async throws -> Printed<[WebhookDelivery]> {
    let (endpoint, limit, state) = (
      endpoint, limit, state.flatMap(WebhookDelivery.State.init(word:))
    )
    let found = try await ledger.use {
      try await $0.webhookDeliveries(of: endpoint, state, limit: limit)
    }
    return Printed(
      list: found, none: "None.",
      [
        ("EVENT", \.id), ("TYPE", \.type), ("ENDPOINT", \.endpoint), ("AT", \.at.rfc3339),
        ("STATE", \.state.word), ("ATTEMPTS", { "\($0.attempts)" }),
        ("LAST FAILURE", { $0.lastFailure ?? "" }),
      ])
  }
}

extension WebhookDelivery.State {
  var word: String { "\(self)" }

  fileprivate init?(word: String) {
    guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = state
  }
}

extension WebhookDelivery: Card {
  static let members = Members<Self> {
    $0.always("id", "The header 'webhook-id'.") { $0.id }
    $0.always("endpoint") { $0.endpoint }
    $0.always("type") { $0.type }
    $0.always("at", "When it happened, by Apple.") { $0.at }
    $0.always("receivedAt") { $0.receivedAt }
    $0.always("historical", "It was more than a day old when it came, or was imported.") {
      $0.isHistorical
    }
    $0.always("state", "pending, delivered or dead (given up).") { $0.state.word }
    $0.always("attempts") { $0.attempts }
    $0.maybe("deliveredAt") { $0.deliveredAt }
    $0.maybe("nextAt", "The next attempt, if it waits.") { $0.state == .pending ? $0.nextAt : nil }
    $0.maybe("lastFailure") { $0.lastFailure }
  }
}
