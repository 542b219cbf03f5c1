import ArgumentParser
import PaywallAPI
import PaywallCatalog

/// `paywall wall list`.
struct PaywallList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the paywalls, their products and where they are shown.",
    discussion: """
      EXAMPLE
        paywall wall list
      """)
  static let answerSchema = Schema.list(of: PaywallCard.schema)

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let uses = PaywallUses(snapshot)
    let cards = snapshot.paywalls.values.sorted { $0.id < $1.id }
      .map { PaywallCard($0, in: snapshot, uses) }
    if answer.isJSON { return try console.write(json: cards) }
    let table = Table(
      "PAYWALL", "PRODUCTS", "SHOWN BY", "TITLE",
      rows: cards.map { card in
        [
          card.id, card.products.map(\.id).joined(separator: ", "),
          card.shownBy.joined(separator: ", "), card.title ?? "",
        ]
      })
    console.write(table.text(for: console))
  }
}
