import ArgumentParser
import CommandSupport
import Crypto
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallServer
import PaywallTextCoding

/// `paywall webhook test`.
struct WebhookTest: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "test", "Send a signed event of the type 'webhook.test' to an endpoint.",
    """
    It is sent from here, once, as a server sends: with the endpoint's secrets, to addresses of the \
    internet only. Exits 1 if the receiver does not take it.
    """,
    examples: "paywall webhook test backend", "paywall webhook test backend --json")
  static let answerSchema = WebhookTestCard.schema

  @Argument(help: "The endpoint, by its name in webhooks.yaml.") var name: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let endpoint = try snapshot.webhook(name)
    let signer = try endpoint.signer()
    let now = Timestamp.now()
    let random = SymmetricKey(size: .bits128)
    let id = "evt_" + (unsafe random.withUnsafeBytes { unsafe Array($0) }).hexadecimal
    let requests = ToldEvent(id: id, type: "webhook.test", at: now)
      .messages(endpoint.format, in: snapshot).map { signer.request($0, at: now) }
    let client = WebhookClient()
    let result = await client.send(requests, to: endpoint).first ?? .failed("it was not sent")
    await client.end()
    let card = WebhookTestCard(endpoint: endpoint, id: id, answer: endpoint.format.judged(result))
    if answer.isJSON {
      try console.write(json: card)
    } else if card.isTaken {
      console.write("'\(name)' took the event \(id).")
    } else {
      throw Failure(
        .no, "'\(name)' did not take the event: \(card.answer.words)",
        help: """
          a receiver answers \(endpoint.format == .revenuecat ? "200" : "200 to 299") within 15 \
          seconds, once it has checked the signature
          """)
    }
    if !card.isTaken { throw ExitCode(ExitStatus.no.rawValue) }
  }
}

private struct WebhookTestCard: Card {
  let endpoint: WebhookEndpoint
  let id: String
  let answer: WebhookAnswer

  static let members = Members<Self> {
    $0.always("endpoint", .text) { $0.endpoint.name }
    $0.always("id", .text, "The header 'webhook-id'.") { $0.id }
    $0.always("taken", .boolean) { $0.isTaken }
    $0.always("answer", .text, "How the attempt ended, for people.") { $0.answer.words }
  }

  var isTaken: Bool { answer.isSuccess }
}
