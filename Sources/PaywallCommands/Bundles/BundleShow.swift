import ArgumentParser
import CommandSupport
import HTTPDocuments
import Serving

/// `paywall bundle show`.
struct BundleShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show", "List what leaves the server in the bundle, and what stays private and why.",
    """
    Everyone with the app can read what is public, prices under test included. Experiments are \
    private unless they, and the audiences they name, say 'visibility: public'. A rule goes by \
    its audience; one with a 'from' announces something and has to say 'visibility: public'.
    """,
    examples: "paywall bundle show",
    "paywall bundle show --json")

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<PublicityCard> {
    let card = PublicityCard(try configuration.load(for: console))
    return Printed(card) { console in
      let table = Table(
        of: card.entries, ("KIND", \.kind), ("NAME", \.name),
        ("LEAVES", { $0.isPublic ? "public" : "private" }), ("WHY", \.why))
      let partial = card.partialPlacements.joined(separator: ", ")
      let sentence =
        "\(card.bytes.grouped) bytes leave. Partial placements, where the server may answer otherwise: \(partial.isEmpty ? "none" : partial)."
      return "\(table.text(for: console))\n\n\(wrapped(sentence, to: console.width))"
    }
  }
}
