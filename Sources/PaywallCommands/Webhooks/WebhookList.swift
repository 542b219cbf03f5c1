import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Serving

/// `paywall webhook list`.
struct WebhookList: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "list", "List the endpoints and the state of their receivers.",
    """
    The events that wait, and why, come from the server's ledger. Without a ledger only the \
    endpoints of the configuration are listed.
    """,
    examples: "paywall webhook list", "paywall webhook list --json")
  static let answerSchema = Schema.list(of: WebhookCard.schema).described("Sorted by name.")

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[WebhookCard]> {
    let endpoints = try ledger.configuration.load(for: console).webhooks
    var receivers: [WebhookReceiver] = []
    var counts: [WebhookCounts] = []
    if ledger.isThere {
      (receivers, counts) = try await ledger.use {
        (try await $0.webhookReceivers(), try await $0.webhookCounts())
      }
    }
    let cards = endpoints.sorted { $0.name < $1.name }.map { endpoint in
      WebhookCard(
        endpoint: endpoint, receiver: receivers.first { $0.name == endpoint.name },
        counts: counts.first { $0.endpoint == endpoint.name })
    }
    return Printed(
      list: cards,
      none: "There are no endpoints. Declare them in \(ConfigurationPath.webhooks).",
      [
        ("ENDPOINT", \.endpoint.name), ("URL", \.endpoint.url.text), ("STATE", \.state),
        ("WAITING", { "\($0.waiting)" }), ("GIVEN UP", { "\($0.givenUp)" }),
        ("LAST FAILURE", { $0.receiver?.health.lastFailure ?? "" }),
      ])
  }
}

struct WebhookCard: Card {
  let endpoint: WebhookEndpoint
  /// The receiver in the ledger.
  let receiver: WebhookReceiver?
  let counts: WebhookCounts?

  static let members = Members<Self> {
    $0.always("name", .text) { $0.endpoint.name }
    $0.always("url", .text) { $0.endpoint.url.text }
    $0.always("format") { $0.endpoint.format }
    $0.always("events", .list(of: .text)) { $0.endpoint.events.map(\.rawValue) }
    $0.always("environments", .list(of: .text)) { $0.endpoint.environments.map(\.rawValue) }
    $0.always("secrets", "Their places.") { $0.endpoint.secrets.map(\.description) }
    $0.always("state", "working, failing, gone (it answered 410), or unknown to the ledger.") {
      $0.state
    }
    $0.always("waiting", "Events that are not delivered yet.") { $0.waiting }
    $0.always("givenUp", "Events of the last 30 days.") { $0.givenUp }
    $0.maybe("oldestAt", "When the oldest event that waits came.") { $0.counts?.oldest }
    $0.maybe("nextAt", "No attempt is made before.") { $0.receiver?.health.nextAt }
    $0.maybe("deliveredAt", "The last success.") { $0.receiver?.health.deliveredAt }
    $0.maybe("lastFailure") { $0.receiver?.health.lastFailure }
  }

  var waiting: Int { counts?.pending ?? 0 }
  var givenUp: Int { counts?.dead ?? 0 }

  var state: String {
    guard let receiver, receiver.isActive else { return "unknown" }
    if receiver.health.goneAt != nil { return "gone" }
    return receiver.health.failures > 0 ? "failing" : "working"
  }
}
