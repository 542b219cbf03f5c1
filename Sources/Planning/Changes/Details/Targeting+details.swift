import PaywallCatalog
import PaywallTextCoding

extension Audience: Described {
  var summary: [String] { ["\(condition)"] }

  static let aspects = Aspects<Audience> {
    $0.phrase("now") { "\($0.condition)" }
    $0.value("visibility") { $0.visibility.rawValue }
  }
}

extension Attribute: Described {
  var summary: [String] {
    [type.rawValue + (values.isEmpty ? "" : ", one of \(values.commaSeparated)")]
  }

  static let aspects = Aspects<Attribute> {
    $0.value("type") { $0.type.rawValue }
    $0.value("values") { $0.values.isEmpty ? "any" : $0.values.commaSeparated }
  }
}

extension Layer: Described {
  var summary: [String] { ["unit \(unit.rawValue)"] }

  static let aspects = Aspects<Layer> {
    $0.value("unit") { $0.unit.rawValue }
    $0.value("seed") { $0.seed }
  }
}

extension Holdout: Described {
  var summary: [String] { ["\(share) of visitors are in no experiment"] }

  static let aspects = Aspects<Holdout> {
    $0.value("share") { "\($0.share)" }
    $0.value("seed") { $0.seed }
  }
}

extension Persona: Described {
  var summary: [String] { [title].compactMap(\.self) + expectations }

  static let aspects = Aspects<Persona> {
    $0.value("title") { $0.title }
    $0.both {
      compareContent(
        .object($0.attributes.members), .object($1.attributes.members), at: "attributes", &$2)
      compareContent(
        $0.subscription.map { .object($0.members) } ?? .null,
        $1.subscription.map { .object($0.members) } ?? .null, at: "subscription", &$2)
    }
    $0.phrase("asks") { $0.at.words(or: "now") }
    $0.both { before, persona, details in
      let placements = Set(before.expect.keys).union(persona.expect.keys)
      for placement in placements.sorted(by: { $0.precedes($1) }) {
        let words = [before.expect[placement], persona.expect[placement]].map {
          $0?.words ?? "nothing in particular"
        }
        details.compare("at '\(placement)' expects", words[0], to: words[1])
      }
    }
  }

  private var expectations: [String] {
    expect.sorted { $0.key.precedes($1.key) }.map { "at '\($0)' expects \($1.words)" }
  }
}

extension Persona.Expectation {
  fileprivate var words: String {
    let parts: [String?] = [
      show?.words, reason.map { "by \($0)" },
      experiment.map { "in '\($0)'" }, variant.map { "variant '\($0)'" },
    ]
    let words = parts.compactMap(\.self).joined(separator: " ")
    return words.isEmpty ? "anything" : words
  }
}

extension [String: Content] {
  fileprivate var members: [Content.Member] {
    sorted { $0.key.precedes($1.key) }.map { Content.Member($0.key, $0.value) }
  }
}
