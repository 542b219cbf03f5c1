import ArgumentParser
import PaywallAPI
import CatalogFiles
import PaywallCatalog

/// An audience as the commands print it.
struct AudienceCard: Encodable {
  var name: String
  var condition: String
  var visibility: String

  init(_ audience: Audience) {
    name = audience.name
    condition = audience.condition.description
    visibility = audience.visibility.rawValue
  }
}

/// `paywall audience list`.
struct AudienceList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the named audiences and their conditions.",
    discussion: """
      EXAMPLE
        paywall audience list
      """)
  static let answerSchema = Schema.list(of: .object(AudienceCard.members))

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let cards = snapshot.audiences.values.sorted { $0.name < $1.name }.map(AudienceCard.init)
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write(
        "There are no audiences. They are written in \(ConfigurationPath.audiences).")
    }
    let table = Table(
      "AUDIENCE", "VISIBILITY", "CONDITION",
      rows: cards.map { [$0.name, $0.visibility, $0.condition] })
    console.write(table.text(for: console))
  }
}

/// `paywall audience show NAME`.
struct AudienceShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one audience: its condition, and where it is named.",
    discussion: """
      EXAMPLE
        paywall audience show lapsed
      """)
  static let answerSchema = Schema.withUses(AudienceCard.members)

  @Argument(help: "Its name.") var audience: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed) = try configuration.loadParsed(for: console)
    let card = AudienceCard(try snapshot.audiences.named(audience, "audience"))
    let uses = NameUses(of: .audience, audience, in: parsed)
    if answer.isJSON { return try console.write(json: WithUses(of: card, uses)) }
    var sheet = Sheet(console, title: card.name)
    sheet.row("condition", card.condition)
    sheet.row("visibility", card.visibility)
    sheet.row("named in", uses.lines.joined(separator: ", "))
    console.write(sheet.body)
  }
}

extension AudienceCard {
  fileprivate static let members: [Property] = [
    .always("name", .text), .always("condition", .text, "In words."),
    .always("visibility", .words(of: Visibility.self)),
  ]
}
