import ArgumentParser
import CommandSupport
import PaywallCatalog
import Serving

/// `paywall webhook`.
struct WebhookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "webhook", "List the receivers of events, test them, show and retry deliveries.",
    """
    The endpoints are in Paywalls/store/webhooks.yaml. A running server writes an event with the \
    fact that caused it, and sends it in the form of Standard Webhooks, \
    of CloudEvents or of RevenueCat.
    """,
    examples: "paywall webhook list", "paywall webhook test backend",
    "paywall webhook deliveries --state dead",
    subcommands: [
      WebhookList.self, WebhookTest.self, WebhookDeliveries.self, WebhookShow.self,
      WebhookRetry.self,
      WebhookReplay.self, WebhookRotate.self, WebhookListen.self,
    ])
}

extension Snapshot {
  /// Returns the endpoint of a name; if there is none, ends the command.
  func webhook(_ name: String) throws(Failure) -> WebhookEndpoint {
    if let endpoint = webhooks.first(where: { $0.name == name }) { return endpoint }
    let names = webhooks.map { "'\($0.name)'" }.joined(separator: ", ")
    throw Failure(
      .no, "there is no endpoint '\(name)' in \(ConfigurationPath.webhooks)",
      help: webhooks.isEmpty ? "declare it there; the file names none" : "there are \(names)")
  }
}
