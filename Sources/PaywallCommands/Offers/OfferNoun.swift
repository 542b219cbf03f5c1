import ArgumentParser
import PaywallAPI
import PaywallCatalog

/// `paywall offer list`.
struct OfferList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the offers, their terms and who may have them.",
    discussion: """
      EXAMPLE
        paywall offer list
      """)
  static let answerSchema = Schema.list(of: .object(OfferCard.members))

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let order = OfferKind.allCases
    let cards = snapshot.offers.values
      .sorted { left, right in
        let ranks = [left, right].map { order.firstIndex(of: $0.kind) ?? order.count }
        return (ranks[0], left.key) < (ranks[1], right.key)
      }
      .map(OfferCard.init)
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write("There are no offers. They are written in Paywalls/store/offers.yaml.")
    }
    let table = Table(
      "OFFER", "KIND", "ID", "PRODUCTS", "TERMS", "AUDIENCE", "LIMITS",
      rows: cards.map { card in
        [
          card.key, card.kind, card.id, card.products.joined(separator: ", "), card.terms,
          card.audience, card.limits,
        ]
      })
    console.write(table.text(for: console))
  }
}
