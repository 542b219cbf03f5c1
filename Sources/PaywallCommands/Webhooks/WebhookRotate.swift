import CatalogFiles
import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall webhook rotate`.
struct WebhookRotate: EditsFiles {
  static let configuration = CommandConfiguration(
    "rotate", "Give an endpoint another secret, and later take the former one away.",
    """
    With --to events are signed with both secrets, so that the receiver can change to the new one at \
    any time. Without it the former one goes. The file has the places of secrets, never a secret; \
    servers need no restart.
    """,
    examples: "paywall webhook rotate backend --to env:PAYWALL_WEBHOOK_SECRET_2",
    "paywall webhook rotate backend --yes -m \"The receiver has the new secret\"")

  @Argument(help: "The endpoint, by its name in webhooks.yaml.") var name: String
  @Option("place", "Where the new secret stands, env:NAME or file:PATH.") var to: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    // A wrong text is not quoted, because it may be a secret.
    if let to, SecretPlace(to) == nil {
      throw ValidationError("--to takes the place of a secret, env:NAME or file:PATH.")
    }
  }

  func edit(_ editor: ConfigurationEditor) throws {
    let endpoint = try editor.snapshot.webhook(name)
    let rotation = try Rotation(of: endpoint, to: to.flatMap(SecretPlace.init))
    let file = try editor.change(
      of: ConfigurationPath.webhooks,
      by: [.set(["endpoints", name, "secret"], rotation.value)])
    try editor.apply(
      Proposal(
        path: file.path, text: file.text, question: "Change the secrets of '\(name)'?",
        done: rotation.done, effects: rotation.effects))
  }
}

/// One of the two steps of a rotation.
private struct Rotation {
  let value: YAMLValue
  let done: String
  let effects: [String]

  init(of endpoint: WebhookEndpoint, to new: SecretPlace?) throws(Failure) {
    let (name, places) = (endpoint.name, endpoint.secrets)
    guard let first = places.first, places.count == (new == nil ? 2 : 1) else {
      throw Self.refusal(of: endpoint)
    }
    if let new {
      guard new != first else {
        throw Failure(
          .no, "the secret of '\(name)' stands at \(new) already",
          help: "put the new secret at another place, so that both can be read")
      }
      value = .list([.text(new.description), .text(first.description)])
      done = "'\(name)' is signed with two secrets."
      effects = [
        "Events are signed with the secrets at \(new) and \(first).",
        "Once the receiver has the new one, run this again without --to.",
      ]
    } else {
      value = .text(first.description)
      done = "'\(name)' is signed with one secret."
      effects = ["A receiver that has only the secret at \(places[1]) refuses every event."]
    }
  }

  private static func refusal(of endpoint: WebhookEndpoint) -> Failure {
    endpoint.secrets.count == 1
      ? Failure(
        .no, "'\(endpoint.name)' has one secret, and no rotation to end",
        help: "name the place of the new one with --to")
      : Failure(
        .no, "'\(endpoint.name)' has two secrets already",
        help: "end that rotation first, without --to")
  }
}
