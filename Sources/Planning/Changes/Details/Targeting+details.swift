import PaywallCatalog
import PaywallTextCoding

extension Audience: Described {
  var summary: [String] { ["\(condition)"] }

  func details(since before: Audience) -> [String] {
    Details.of { details in
      details.compare("now", "\(before.condition)", to: "\(condition)")
      details.compare("visibility", before.visibility.rawValue, visibility.rawValue)
    }
  }
}

extension Attribute: Described {
  var summary: [String] {
    [type.rawValue + (values.isEmpty ? "" : ", one of \(values.commaSeparated)")]
  }

  func details(since before: Attribute) -> [String] {
    Details.of { details in
      details.compare("type", before.type.rawValue, type.rawValue)
      details.compare(
        "values", before.values.isEmpty ? "any" : before.values.commaSeparated,
        values.isEmpty ? "any" : values.commaSeparated)
    }
  }
}

extension Layer: Described {
  var summary: [String] { ["unit \(unit.rawValue)"] }

  func details(since before: Layer) -> [String] {
    Details.of { details in
      details.compare("unit", before.unit.rawValue, unit.rawValue)
      details.compare("seed", before.seed, seed)
    }
  }
}

extension Holdout: Described {
  var summary: [String] { ["\(share) of visitors are in no experiment"] }

  func details(since before: Holdout) -> [String] {
    Details.of { details in
      details.compare("share", "\(before.share)", "\(share)")
      details.compare("seed", before.seed, seed)
    }
  }
}

extension Persona: Described {
  var summary: [String] { [title].compactMap(\.self) + expectations }

  func details(since before: Persona) -> [String] {
    Details.of { details in
      details.compare("title", before.title, title)
      compareContent(
        .object(before.attributes.members), .object(attributes.members), at: "attributes", &details)
      compareContent(
        before.subscription.map { .object($0.members) } ?? .null,
        subscription.map { .object($0.members) } ?? .null, at: "subscription", &details)
      details.compare("asks", before.at.words(or: "now"), to: at.words(or: "now"))
      for placement in Set(before.expect.keys).union(expect.keys).sorted(by: { $0.precedes($1) }) {
        let words = [before.expect[placement], expect[placement]].map {
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
