import ArgumentParser
import PaywallCatalog

/// `paywall placement show ID`.
struct PlacementShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one placement: everything that is tried there, in order.",
    discussion: """
      EXAMPLE
        paywall placement show onboarding
      """)
  static let answerSchema = PlacementCard.schema

  @Argument(
    help: "The placement's id: its key in targeting/placements.yaml.", completion: .placements)
  var placement: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let found = try snapshot.placements.named(placement, "placement")
    let card = PlacementCard(found, in: snapshot, at: .now())
    if answer.isJSON { return try console.write(json: card) }
    var sheet = Sheet(console, title: card.id, subtitle: "the first that answers wins")
    for experiment in card.experiments {
      sheet.row(
        "experiment",
        "\(experiment.id) (\(experiment.stage)) for \(experiment.audience), "
          + "\(experiment.traffic) of them")
    }
    for (number, rule) in card.rules.enumerated() {
      sheet.row("rule \(number + 1)", "\(rule.audience): \(rule.show)\(rule.when)")
    }
    sheet.row("default", card.default)
    console.write(sheet.body)
  }
}

extension PlacementCard.RuleCard {
  fileprivate var when: String {
    let parts = [from.map { "from \($0)" }, until.map { "until \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "" : ", \(parts.joined(separator: " "))"
  }
}
