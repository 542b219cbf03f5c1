import ArgumentParser
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Planning

/// A persona as the commands print it.
struct PersonaCard: Encodable {
  var id: String
  var title: String?
  /// RFC 3339; the present if it is absent.
  var at: String?
  var attributes: [String: JSONContent]
  /// Facts of the ledger; absent without a verified identity.
  var subscription: [String: JSONContent]?
  /// What it sees at each placement that it names, `standard by rule 1`, and what it expects if
  /// that is something else.
  var failures: [String]

  init(_ persona: Persona, _ failures: [PersonaFailure]) {
    id = persona.id
    title = persona.title
    at = persona.at?.rfc3339
    attributes = persona.attributes.mapValues { JSONContent($0) }
    subscription = persona.subscription?.mapValues { JSONContent($0) }
    self.failures = failures.filter { $0.persona == persona.id }.map(\.message)
  }
}

/// `paywall persona list`.
struct PersonaList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the personas, and whether they see what they expect.",
    discussion: """
      EXAMPLE
        paywall persona list
      """)
  static let answerSchema = Schema.list(of: PersonaCard.schema)

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let failures = CompiledSnapshot(snapshot).personaFailures(at: .now())
    let personas = snapshot.personas.values.sorted { $0.id < $1.id }
    let cards = personas.map { PersonaCard($0, failures) }
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write("There are no personas. One is a file in \(ConfigurationPath.personas).")
    }
    let table = Table(
      "PERSONA", "EXPECTS", "RESULT", "TITLE",
      rows: zip(personas, cards).map { persona, card in
        [
          persona.id, persona.expect.keys.sorted().joined(separator: ", "),
          card.failures.isEmpty ? "as expected" : "\(card.failures.count) wrong",
          persona.title ?? "",
        ]
      })
    console.write(table.text(for: console))
  }
}

/// `paywall persona show ID`.
struct PersonaShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one persona: who it is, and what it sees where.",
    discussion: """
      EXAMPLE
        paywall persona show trial-in-london
      """)
  static let answerSchema = PersonaCard.schema

  @Argument(help: "Its id: the file name in Paywalls/personas/.", completion: .personas)
  var persona: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let found = try snapshot.personas.named(persona, "persona")
    let compiled = CompiledSnapshot(snapshot)
    let now = Timestamp.now()
    let card = PersonaCard(found, compiled.personaFailures(at: now))
    if answer.isJSON { return try console.write(json: card) }
    var sheet = Sheet(console, title: card.id, subtitle: card.title)
    sheet.row("at", card.at ?? "now")
    sheet.row("attributes", Self.list(found.attributes))
    sheet.row(
      "subscription", found.subscription.map { $0.isEmpty ? "known, none" : Self.list($0) })
    sheet.blank()
    sheet.text(
      Table(
        "PLACEMENT", "SEES", "BECAUSE",
        rows: found.expect.keys.sorted().map { placement in
          let decision = compiled.decision(for: found, at: placement, now: now)
          return [placement, decision.show.description, decision.reason.name]
        }
      ).text(for: console))
    for failure in card.failures { sheet.text(console.bad(failure)) }
    console.write(sheet.body)
  }

  private static func list(_ contents: [String: Content]) -> String {
    contents.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.outline)" }.joined(
      separator: ", ")
  }
}

extension PersonaCard {
  fileprivate static let schema = Schema.object([
    .always("id", .text), .maybe("title", .text),
    .maybe("at", .moment, "The moment it lives at; without it, the present."),
    .always("attributes", .map(to: .anything)),
    .maybe("subscription", .map(to: .anything), "Facts of the ledger, with a verified identity."),
    .always("failures", .list(of: .text), "Where it sees something else than it expects."),
  ])
}
