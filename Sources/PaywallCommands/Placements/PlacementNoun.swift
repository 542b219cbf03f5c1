import ArgumentParser
import PaywallAPI
import PaywallCatalog

/// `paywall placement list`.
struct PlacementList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the placements and what they show.",
    discussion: """
      EXAMPLE
        paywall placement list
      """)
  static let answerSchema = Schema.list(of: PlacementCard.schema)

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let now = Timestamp.now()
    let cards = snapshot.placements.values.sorted { $0.id < $1.id }
      .map { PlacementCard($0, in: snapshot, at: now) }
    if answer.isJSON { return try console.write(json: cards) }
    let table = Table(
      "PLACEMENT", "EXPERIMENTS", "RULES", "DEFAULT",
      rows: cards.map { card in
        [
          card.id, card.experiments.map { "\($0.id) (\($0.stage))" }.joined(separator: ", "),
          String(card.rules.count), card.default,
        ]
      })
    console.write(table.text(for: console))
    console.write("An unknown placement gets \(snapshot.fallback).")
  }
}
