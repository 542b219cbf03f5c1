package import PaywallCatalog
package import PaywallDecisions
import Serving

/// A persona as a visitor: the input of `explain --as` and of the check of its expectations.
package struct PersonaVisit {
  package var attributes: [String: RawAttribute]
  package var subscriber: SubscriberKnowledge
  /// The time that the persona names, else that of the check.
  package var at: Timestamp
  /// Impossible facts; the possible ones are in `subscriber`.
  package var problems: [FactProblem]
}

extension Persona {
  package func visit(in snapshot: Snapshot, at now: Timestamp) -> PersonaVisit {
    let facts = (subscription ?? [:]).sorted { $0.key < $1.key }.map {
      (name: $0.key, value: RawAttribute($0.value))
    }
    // An empty mapping is a verified identity without purchases; no mapping is none at all.
    let (knowledge, problems) =
      subscription == nil
      ? (.unidentified, [])
      : StatedFacts.knowledge(
        facts.isEmpty ? [(name: "known", value: .boolean(true))] : facts, in: snapshot)
    return PersonaVisit(
      attributes: attributes.mapValues { RawAttribute($0) }, subscriber: knowledge, at: at ?? now,
      problems: problems)
  }

  /// Its file, by its path from the folder of the configuration.
  package var file: String { ConfigurationPath.persona(id) }
}

extension RawAttribute {
  /// A value of a persona, as an app sends it.
  package init(_ content: Content) {
    switch content {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let items):
      let texts = items.compactMap { if case .text(let text) = $0 { text } else { nil } }
      self = texts.count == items.count ? .list(texts) : .other
    case .object, .localised: self = .other
    }
  }
}
