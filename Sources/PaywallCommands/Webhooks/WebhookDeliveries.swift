import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall webhook deliveries`.
struct WebhookDeliveries: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "deliveries", "List events and their deliveries, the newest first.",
    "An event is kept for 30 days. 'paywall webhook retry' sends one again.",
    examples: "paywall webhook deliveries --endpoint backend",
    "paywall webhook deliveries --state dead --json")
  static let answerSchema = Schema.list(of: DeliveryCard.schema).described("The newest first.")

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

  func run() async throws {
    let console = Console.ofProcess()
    let (endpoint, limit, state) = (
      endpoint, limit, state.flatMap(WebhookDelivery.State.init(word:))
    )
    let found = try await ledger.use {
      try await $0.webhookDeliveries(of: endpoint, state, limit: limit)
    }
    if answer.isJSON { return try console.write(json: found.map(DeliveryCard.init)) }
    guard !found.isEmpty else { return console.write("None.") }
    let table = Table(
      "EVENT", "TYPE", "ENDPOINT", "AT", "STATE", "ATTEMPTS", "LAST FAILURE",
      rows: found.map {
        [
          $0.id, $0.type, $0.endpoint, $0.at.rfc3339, $0.state.word, "\($0.attempts)",
          $0.lastFailure ?? "",
        ]
      })
    console.write(table.text(for: console))
  }
}

extension WebhookDelivery.State {
  var word: String { "\(self)" }

  fileprivate init?(word: String) {
    guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = state
  }
}

struct DeliveryCard: Card {
  let delivery: WebhookDelivery

  static let members = Members<Self> {
    $0.always("id", .text, "The header 'webhook-id'.") { $0.delivery.id }
    $0.always("endpoint", .text) { $0.delivery.endpoint }
    $0.always("type", .text) { $0.delivery.type }
    $0.always("at", .moment, "When it happened, by Apple.") { $0.delivery.at.rfc3339 }
    $0.always("receivedAt", .moment) { $0.delivery.receivedAt.rfc3339 }
    $0.always("historical", .boolean, "It was more than a day old when it came, or was imported.") {
      $0.delivery.isHistorical
    }
    $0.always("state", .text, "pending, delivered or dead (given up).") { $0.delivery.state.word }
    $0.always("attempts", .count) { $0.delivery.attempts }
    $0.maybe("deliveredAt", .moment) { $0.delivery.deliveredAt?.rfc3339 }
    $0.maybe("nextAt", .moment, "The next attempt, if it waits.") {
      $0.delivery.state == .pending ? $0.delivery.nextAt.rfc3339 : nil
    }
    $0.maybe("lastFailure", .text) { $0.delivery.lastFailure }
  }
}
