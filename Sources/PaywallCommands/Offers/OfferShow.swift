import ArgumentParser
import PaywallAPI
import CatalogFiles
import PaywallCatalog

/// `paywall offer show KEY`.
struct OfferShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one offer: its terms, who may have it, its limits, and where it is named.",
    discussion: """
      EXAMPLE
        paywall offer show loyalty
      """)
  static let answerSchema = Schema.withUses(OfferCard.members)

  @Argument(help: "The offer's key in offers.yaml.") var offer: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed) = try configuration.loadParsed(for: console)
    let card = OfferCard(try snapshot.offers.named(offer, "offer"))
    let uses = NameUses(of: .offer, offer, in: parsed)
    if answer.isJSON { return try console.write(json: WithUses(of: card, uses)) }
    var sheet = Sheet(console, title: card.key, subtitle: card.id)
    sheet.row("kind", card.kind)
    sheet.row("products", card.products.joined(separator: ", "))
    sheet.row("terms", card.terms)
    sheet.row(
      "audience",
      snapshot.audiences[card.audience].map { "\(card.audience): \($0.condition)" }
        ?? card.audience)
    sheet.row("limits", card.limits)
    sheet.row("from", card.from)
    sheet.row("until", card.until)
    sheet.row("url", card.url)
    sheet.row("named in", uses.lines.joined(separator: ", "))
    console.write(sheet.body)
  }
}
