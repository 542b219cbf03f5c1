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
    let endpoint = try configuration.load(for: console).webhook(name)
    let secrets = try Self.secrets(of: endpoint)
    let now = Timestamp.now()
    let random = SymmetricKey(size: .bits128)
    let id = "evt_" + (unsafe random.withUnsafeBytes { unsafe Array($0) }).hexadecimal
    let request = WebhookRequest(
      id: id, body: WebhookRequest.body("webhook.test", at: now), signedBy: secrets, at: now)
    let client = WebhookClient()
    let result = await client.send([request], to: endpoint).first ?? .failed("it was not sent")
    await client.end()
    let card = WebhookTestCard(endpoint: endpoint, id: id, answer: result)
    if answer.isJSON {
      try console.write(json: card)
    } else if card.isTaken {
      console.write("'\(name)' took the event \(id).")
    } else {
      throw Failure(
        .no, "'\(name)' did not take the event: \(result.words)",
        help: "a receiver answers 200 to 299 within 15 seconds, once it has checked the signature")
    }
    if !card.isTaken { throw ExitCode(ExitStatus.no.rawValue) }
  }

  private static func secrets(of endpoint: WebhookEndpoint) throws(Failure) -> [WebhookSecret] {
    var secrets: [WebhookSecret] = []
    for place in endpoint.secrets {
      do throws(WebhookSecret.Problem) {
        secrets.append(try WebhookSecret(place))
      } catch {
        throw Failure(
          .failedOutside, error.words,
          help: "make one with: echo whsec_$(openssl rand -base64 32)")
      }
    }
    return secrets
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
