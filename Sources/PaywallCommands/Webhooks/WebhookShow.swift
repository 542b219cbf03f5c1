import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import PaywallServer

/// `paywall webhook show`.
struct WebhookShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show", "Show an event with its body and deliveries, or an endpoint with its public keys.",
    """
    The body is that of the format standard, and has Apple's ids of a customer. No log has it. A \
    secret of the form whsk_… signs by Ed25519; its receiver needs the public key, whpk_…, which is \
    no secret.
    """,
    examples: "paywall webhook show evt_4f2a9c0d7b3e4a1f8c6d5e4f3a2b1c0d",
    "paywall webhook show backend")
  static let answerSchema = Schema.any([EventCard.schema, EndpointCard.schema])
    .described("Of an event, and of an endpoint.")

  @Argument(help: "The event, as 'paywall webhook deliveries' lists it; or an endpoint's name.")
  var id: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<Content> {
    let id = id
    guard id.hasPrefix("evt_") else { return try endpoint(for: console) }
    let found = try await ledger.use { try await $0.webhookDeliveries(ofEvent: id) }
    guard let first = found.first else { throw Failure.unknownEvent(id) }
    return Printed(EventCard(event: first, deliveries: found).content) { _ in
      ([first.text] + found.map(\.sentence)).joined(separator: "\n")
    }
  }

  private func endpoint(for console: Console) throws -> Printed<Content> {
    let endpoint = try ledger.configuration.load(for: console).webhook(id)
    let secrets = try endpoint.signer().secrets
    return Printed(EndpointCard(endpoint: endpoint, secrets: secrets).content) { _ in
      let title =
        "\(endpoint.name): \(endpoint.url.text), in the format \(endpoint.format.rawValue)"
      let keys = zip(endpoint.secrets, secrets).map { place, secret -> String in
        "\(place): \(secret.publicKey ?? "a secret that the receiver has too")"
      }
      return ([title] + keys).joined(separator: "\n")
    }
  }
}

extension Failure {
  /// Returns the failure for an event id that no endpoint has.
  static func unknownEvent(_ id: String) -> Failure {
    Failure(
      .no, "there is no event '\(id)'",
      help: "'paywall webhook deliveries' lists them; they are kept for 30 days")
  }
}

extension WebhookDelivery {
  fileprivate var text: String { String(decoding: ToldEvent(self).body, as: UTF8.self) }

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
    $0.always("body", .text, "As it is sent in the format standard, but for the member 'afterGap'.")
    { $0.event.text }
    $0.always("deliveries") { $0.deliveries }
  }
}

private struct EndpointCard: Card {
  let endpoint: WebhookEndpoint
  let secrets: [WebhookSecret]

  static let members = Members<Self> {
    $0.always("endpoint", .text) { $0.endpoint.name }
    $0.always("url", .text) { $0.endpoint.url.text }
    $0.always("format") { $0.endpoint.format }
    $0.always("publicKeys", .list(of: .text), "whpk_…, of the secrets that are Ed25519 keys.") {
      $0.secrets.compactMap(\.publicKey)
    }
  }
}
