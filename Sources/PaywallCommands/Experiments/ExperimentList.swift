import ArgumentParser
import Catalog
import Decisions

/// `paywall experiment list`.
struct ExperimentList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the experiments, the live ones first.",
    discussion: """
      EXAMPLE
        paywall experiment list
        paywall experiment list --json | jq '.[] | select(.stage == "running") | .id'
      """)

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let now = Timestamp.now()
    let cards = snapshot.experiments.values.map { ExperimentCard($0, at: now) }.sorted {
      ($0.rank, $0.id) < ($1.rank, $1.id)
    }
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write("There are no experiments. One is a file in Experiments/.")
    }
    let table = Table(
      "EXPERIMENT", "STAGE", "AT", "TRAFFIC", "VARIANTS", "TITLE",
      rows: cards.map { card in
        [
          card.id, card.stage, card.placements.joined(separator: ", "), card.traffic,
          card.variants.map { "\($0.name) \($0.share)" }.joined(separator: ", "),
          card.title ?? "",
        ]
      })
    console.write(table.text(for: console))
  }
}
