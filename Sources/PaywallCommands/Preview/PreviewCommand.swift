import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallCatalog
import PaywallServer
import PaywallTextCoding

/// `paywall preview`.
struct PreviewCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "preview", "Make a token that shows a variant, or what a schedule will show, on any device.",
    """
    The app sends it as 'preview'. It enrols no visitor, no exposure counts, and nothing is \
    signed. It is made with the secret of a server's state directory, so either on the server's \
    machine or by a request to the server. With --at it shows what the visitor would get at that \
    moment, by rules, experiments and their schedules.
    """,
    examples: "paywall preview --placement onboarding --variant trial",
    "paywall preview --placement onboarding --at 2026-11-27T09:00:00Z",
    "paywall preview --placement onboarding --variant trial --for 24h \\",
    "  --server https://paywalls.example.com")

  @Option(help: "The placement where it is shown.", completion: .placements)
  var placement: String
  @Option(help: "The variant to show.") var variant: String?
  @Option(help: "Instead of a variant: the moment to show, \(Moment.examples).") var at: Moment?
  @Option(
    help: "The experiment, where several at the placement have such a variant.",
    completion: .experiments)
  var experiment: String?
  @Option(name: .customLong("for"), help: "How long: 30m, 24h or 7d, which is the most.")
  var length = Length(hours: 1)
  @Option(.folder, "Of the server; default: .paywall in the folder.") var stateDir: String?
  @OptionGroup var server: ServerOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require((variant == nil) != (at == nil), "Give --variant, or --at with a moment.")
    try require(
      at == nil || experiment == nil, "--experiment belongs to --variant; leave it out with --at.")
  }

  func printed(on console: Console) async throws -> Printed<PreviewCard> {
    let card: PreviewCard
    if let client = try server.client() {
      card = try JSONDecoder().decode(
        PreviewCard.self, from: await client.post("v1/previews", body))
    } else {
      card = try make(in: try configuration.load(for: console))
    }
    return .parts(card) { console in
      console.write(card.token)
      guard console.isTerminal else { return }
      let what =
        variant.map { "'\($0)' of '\(card.experiment ?? "")'" }
        ?? "what a visitor gets at \(at?.timestamp.rfc3339 ?? "")"
      console.complain("Shows \(what) at '\(placement)' until \(card.expires).")
    }
  }

  private func make(in snapshot: Snapshot) throws -> PreviewCard {
    _ = try snapshot.placements.named(placement, "placement")
    if let experiment { _ = try snapshot.experiments.named(experiment, "experiment") }
    do {
      let preview =
        if let at {
          try Preview(
            placement: placement, at: at.timestamp, for: length.period, from: .now(), in: snapshot)
        } else {
          try Preview(
            placement: placement, variant: variant ?? "", experiment: experiment,
            for: length.period, from: .now(), in: snapshot)
        }
      let state = StateDirectory(stateDir ?? "\(configuration.folder)/.paywall")
      guard let secret = try state.previewSecret() else {
        throw Failure(
          .failedOutside,
          "no server has made a secret in '\(state.path)', so none would accept the token",
          help:
            "give --state-dir the folder of the server, start 'paywall serve' here once, or ask the server with --server"
        )
      }
      return PreviewCard(
        token: PreviewTokens(secret: secret).token(for: preview), experiment: preview.experiment,
        expires: preview.expires.rfc3339)
    } catch let problem as Problem {
      let parts = problem.detail.dropLast().split(separator: "; ", maxSplits: 1)
      throw Failure(
        .no, parts[0].prefix(1).lowercased() + parts[0].dropFirst(),
        help: parts.count > 1 ? String(parts[1]) : nil)
    } catch let error as PreviewSecretError {
      throw Failure(.failedOutside, "\(error)")
    }
  }

  private var body: [UInt8] {
    let order = Content.members(
      ("placement", placement), ("for", length.period.description), ("variant", variant),
      ("at", at?.timestamp), ("experiment", experiment))
    return JSONText { $0.content(order) }.bytes
  }
}

/// A preview as it is printed.
struct PreviewCard: Card, Decodable {
  var token: String
  var experiment: String?
  var expires: String

  static let members = Members<Self> {
    $0.always("token", .text, "The app sends it as `preview`.") { $0.token }
    $0.maybe("experiment", .text, "Absent for a preview of a moment.") { $0.experiment }
    $0.always("expires", .moment) { $0.expires }
  }
}
