import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import PaywallServer
import Serving
import YAMLText

/// `paywall webhook rotate`.
struct WebhookRotate: EditsFiles {
  static let configuration = CommandConfiguration(
    "rotate", "Give an endpoint another secret, and later take the former one away.",
    """
    With --to events are signed with both secrets, so that the receiver can change to the new one at \
    any time. Without it the former one goes. The file has the places of secrets, never a secret; \
    servers need no restart. The new secret is of the kind of the former one: whsec_ or whsk_.
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
    try checkKind(of: endpoint)
    let file = try editor.change(
      of: ConfigurationPath.webhooks,
      by: [.set(["endpoints", name, "secret"], rotation.value)])
    try editor.apply(
      Proposal(
        path: file.path, text: file.text, question: "Change the secrets of '\(name)'?",
        done: rotation.done, effects: rotation.effects))
  }
}

extension WebhookRotate {
  /// Refuses a new secret of another kind, whose signatures the receiver would not look for. One
  /// that cannot be read here, but only where the server runs, is taken.
  private func checkKind(of endpoint: WebhookEndpoint) throws(Failure) {
    guard endpoint.format != .revenuecat,
      let new = to.flatMap(SecretPlace.init).flatMap({ try? WebhookSecret($0) }),
      let former = endpoint.secrets.first.flatMap({ try? WebhookSecret($0) }),
      (new.publicKey == nil) != (former.publicKey == nil)
    else { return }
    throw Failure(
      .no, "the new secret of '\(name)' is of another kind than the former one",
      help: former.publicKey == nil
        ? "make one with: echo whsec_$(openssl rand -base64 32)"
        : "make one with: echo whsk_$(openssl rand -base64 32)")
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
