import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallDecisions
import Planning
import Serving

/// `paywall persona`.
enum PersonaNoun: ShownNoun, RenamedNoun {
  static let word = "persona"
  static let kind = NameUses.Kind.persona
  static let listing = "List the personas, and whether they see what they expect."
  static let showing = "Show one persona: who it is, and what it sees where."
  static let example = "trial-in-london"
  static let identifier = "Its id: the file name in Paywalls/personas/."
  static let completion: CompletionKind? = .personas
  static let rename = (old: "left-in-october", new: "left-in-autumn")
  static let none: String? =
    "There are no personas. One is a file in \(ConfigurationPath.personas)."

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [PersonaCard] {
    let compiled = CompiledSnapshot(snapshot)
    let failures = compiled.personaFailures(at: now)
    return snapshot.personas.values.sorted { $0.id < $1.id }.map { persona in
      PersonaCard(
        persona: persona,
        failures: failures.filter { $0.persona == persona.id }.map(\.message),
        snapshot: compiled, now: now)
    }
  }

  static var columns: [Table.Column<PersonaCard>] {
    [
      ("PERSONA", \.name), ("EXPECTS", { $0.placements.joined(separator: ", ") }),
      ("RESULT", { $0.failures.isEmpty ? "as expected" : "\($0.failures.count) wrong" }),
      ("TITLE", { $0.persona.title ?? "" }),
    ]
  }

  static func sheet(of card: PersonaCard, for console: Console) -> Sheet {
    let persona = card.persona
    var sheet = Sheet(console, title: card.name, subtitle: persona.title)
    sheet.row("at", persona.at?.rfc3339 ?? "now")
    sheet.row("attributes", list(persona.attributes))
    sheet.row("subscription", persona.subscription.map { $0.isEmpty ? "known, none" : list($0) })
    sheet.blank()
    let table = Table(
      "PLACEMENT", "SEES", "BECAUSE",
      rows: card.placements.map { placement in
        let decision = card.snapshot.decision(for: persona, at: placement, now: card.now)
        return [placement, decision.show.description, decision.reason.name]
      })
    sheet.text(table.text(for: console))
    for failure in card.failures { sheet.text(console.bad(failure)) }
    return sheet
  }

  private static func list(_ contents: [String: Content]) -> String {
    contents.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.outline)" }
      .joined(separator: ", ")
  }
}

/// A persona as the commands print it.
struct PersonaCard: Card, Named {
  let persona: Persona
  /// The expectations that are not met, a sentence each.
  let failures: [String]
  let snapshot: CompiledSnapshot
  let now: Timestamp

  static let members = Members<Self> {
    $0.always("id", .text) { $0.name }
    $0.maybe("title", .text) { $0.persona.title }
    $0.maybe("at", "The moment it lives at; without it, the present.") { $0.persona.at }
    $0.always("attributes", .map(to: .anything)) {
      $0.persona.attributes.mapValues { JSONContent($0) }
    }
    $0.maybe(
      "subscription", .map(to: .anything), "Facts of the ledger, with a verified identity."
    ) { $0.persona.subscription?.mapValues { JSONContent($0) } }
    $0.always("failures", "Where it sees something else than it expects.") { $0.failures }
  }

  var name: String { persona.id }

  /// The placements that the persona names, sorted.
  var placements: [String] { persona.expect.keys.sorted() }
}
