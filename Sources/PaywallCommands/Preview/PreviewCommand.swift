import ArgumentParser
import PaywallCatalog
import Crypto
import Foundation
import PaywallServer
import PaywallTextCoding

/// `paywall preview`.
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Make a token that shows a variant on any device that sends it.",
    discussion: """
      The app sends it as 'preview'. It enrols no visitor, no exposure counts, and nothing is \
      signed. It is made with the secret of a state directory, so either on the server's machine or \
      by a request to the server.

      EXAMPLE
        paywall preview --placement onboarding --variant trial
        paywall preview --placement onboarding --variant trial --for 24h \\
          --server https://paywalls.example.com
      """)

  @Option(help: "The placement where it is shown.", completion: .placements)
  var placement: String
  @Option(help: "The variant to show.") var variant: String
  @Option(
    help: "The experiment, where several at the placement have such a variant.",
    completion: .experiments)
  var experiment: String?
  @Option(name: .customLong("for"), help: "How long: 30m, 24h or 7d, which is the most.")
  var length = Length(hours: 1)
  @Option(
    help: ArgumentHelp("Of the server; default: .paywall in the folder.", valueName: "folder"),
    completion: .directory)
  var stateDir: String?
  @OptionGroup var server: ServerOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let card: PreviewCard
    if let client = try server.client() {
      card = try JSONDecoder().decode(
        PreviewCard.self, from: await client.post("v1/previews", body))
    } else {
      card = try make(in: try configuration.load(for: console))
    }
    if answer.isJSON { return try console.write(json: card) }
    console.write(card.token)
    if console.isTerminal {
      console.complain(
        "Shows '\(variant)' of '\(card.experiment)' at '\(placement)' until \(card.expires).")
    }
  }

  private func make(in snapshot: Snapshot) throws -> PreviewCard {
    do {
      let preview = try Preview(
        placement: placement, variant: variant, experiment: experiment, for: length.period,
        from: .now(), in: snapshot)
      let state = StateDirectory(stateDir ?? "\(configuration.folder)/.paywall")
      let secret = try state.previewSecret(orMadeFrom: { SymmetricKey(size: .bits256) })
      return PreviewCard(
        token: PreviewTokens(secret: secret).token(for: preview), experiment: preview.experiment,
        expires: preview.expires.rfc3339)
    } catch let problem as PreviewProblem {
      throw Failure(.no, "\(problem)")
    } catch let error as PreviewSecretError {
      throw Failure(.failedOutside, "\(error)")
    }
  }

  private var body: [UInt8] {
    var members = [
      Content.Member("placement", .text(placement)), Content.Member("variant", .text(variant)),
      Content.Member("for", .text(length.period.description)),
    ]
    if let experiment { members.append(Content.Member("experiment", .text(experiment))) }
    return JSONText { $0.content(.object(members)) }.bytes
  }
}

/// A preview as it is printed.
private struct PreviewCard: Codable {
  var token: String
  var experiment: String
  var expires: String
}
