import ArgumentParser
import PaywallAPI
import CatalogFiles
import PaywallCatalog

/// An attribute as the commands print it.
struct AttributeCard: Encodable {
  var name: String
  var type: String
  /// Empty is any.
  var values: [String]
  /// `declared`, `builtIn` or `computed`.
  var origin: String

  init(_ attribute: Attribute) {
    name = attribute.name
    type = attribute.type.rawValue
    values = attribute.values
    origin =
      switch attribute.origin {
      case .declared: "declared"
      case .builtIn: "builtIn"
      case .computed: "computed"
      }
  }

  var source: String {
    switch origin {
    case "declared": "your app"
    case "builtIn": "every app"
    default: "the server"
    }
  }
}

/// `paywall attribute list`.
struct AttributeList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what audiences can test: attributes of visitors, and facts of the ledger.",
    discussion: """
      EXAMPLE
        paywall attribute list
      """)
  static let answerSchema = Schema.list(of: .object(AttributeCard.members))

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let cards = snapshot.schema.attributes.map(AttributeCard.init)
    if answer.isJSON { return try console.write(json: cards) }
    let table = Table(
      "ATTRIBUTE", "TYPE", "FROM", "VALUES",
      rows: cards.map { [$0.name, $0.type, $0.source, $0.values.joined(separator: ", ")] })
    console.write(table.text(for: console))
  }
}

/// `paywall attribute show NAME`.
struct AttributeShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one attribute: its type, its values, and where it is tested.",
    discussion: """
      EXAMPLE
        paywall attribute show exports
      """)
  static let answerSchema = Schema.withUses(AttributeCard.members)

  @Argument(help: "Its name.") var attribute: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed) = try configuration.loadParsed(for: console)
    let all = Dictionary(snapshot.schema.attributes.map { ($0.name, $0) }) { first, _ in first }
    let card = AttributeCard(try all.named(attribute, "attribute"))
    let uses = NameUses(of: .attribute, attribute, in: parsed)
    if answer.isJSON { return try console.write(json: WithUses(of: card, uses)) }
    var sheet = Sheet(console, title: card.name)
    sheet.row("type", card.type)
    sheet.row("from", card.source)
    sheet.row("values", card.values.joined(separator: ", "))
    sheet.row("named in", uses.lines.joined(separator: ", "))
    console.write(sheet.body)
  }
}

extension AttributeCard {
  fileprivate static let members: [Property] = [
    .always("name", .text), .always("type", .words(of: AttributeType.self)),
    .always("values", .list(of: .text), "Those that it can have; empty is any."),
    .always("origin", .words(["declared", "builtIn", "computed"])),
  ]
}
