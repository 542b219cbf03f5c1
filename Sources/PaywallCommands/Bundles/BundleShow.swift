import ArgumentParser
import CommandSupport
import HTTPDocuments
import Serving

/// `paywall bundle show`.
struct BundleShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "show", "List what leaves the server in the bundle, and what stays private and why.",
    """
    Everyone with the app can read what is public, prices under test included. Experiments are \
    private unless they, and the audiences they name, say 'visibility: public'. A rule goes by \
    its audience; one with a 'from' announces something and has to say 'visibility: public'.
    """,
    examples: "paywall bundle show",
    "paywall bundle show --json")
  static let answerSchema = PublicityCard.schema

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let card = PublicityCard(try configuration.load(for: console))
    if answer.isJSON { return try console.write(json: card) }
    let rows = card.entries.map { [$0.kind, $0.name, $0.isPublic ? "public" : "private", $0.why] }
    console.write(Table("KIND", "NAME", "LEAVES", "WHY", rows: rows).text(for: console))
    console.write("")
    console.write(
      wrapped:
        "\(card.bytes.grouped) bytes leave. Partial placements, where the server may answer otherwise: \(card.partialPlacements.isEmpty ? "none" : card.partialPlacements.joined(separator: ", "))."
    )
  }
}
