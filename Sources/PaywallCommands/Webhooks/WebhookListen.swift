import ArgumentParser
import CommandSupport
import Foundation
import PaywallCatalog
import PaywallServer

/// `paywall webhook listen`.
struct WebhookListen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "listen", "Forward an endpoint's new events from a running server to this machine.",
    """
    For a receiver that has no public address yet. The server is asked every second; each event is \
    signed here with the endpoint's secrets, as the server signs it, and posted once. The server's \
    own deliveries go on beside it. Ctrl-C ends it.
    """,
    examples: "paywall webhook listen backend --forward-to http://127.0.0.1:4000/hooks "
      + "--server http://127.0.0.1:8080")

  @Argument(help: "The endpoint, by its name in webhooks.yaml.") var name: String
  @Option("url", "The receiver, at an address of this machine.") var forwardTo: String
  @OptionGroup var server: ServerOptions
  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    guard server.server != nil else { throw ValidationError("Name the server with --server.") }
    _ = try receiver()
  }

  func run() async throws {
    let console = Console.ofProcess()
    guard let client = try server.client() else { return }
    let snapshot = try configuration.load(for: console)
    var endpoint = try snapshot.webhook(name)
    let signer = try endpoint.signer()
    endpoint.url = try receiver()
    let forwarding = WebhookForwarding(
      endpoint: endpoint, signer: signer, snapshot: snapshot, server: client)
    do {
      try await forwarding.run(console)
    } catch {
      await forwarding.receiver.end()
      throw error
    }
  }

  private func receiver() throws -> WebhookURL {
    let url: WebhookURL
    do throws(WebhookURL.Mistake) {
      url = try WebhookURL(forwardTo)
    } catch {
      throw ValidationError("--forward-to: this URL \(error.words).")
    }
    try require(
      url.isLoopback,
      "--forward-to takes an address of this machine, such as http://127.0.0.1:4000/hooks.")
    return url
  }
}
