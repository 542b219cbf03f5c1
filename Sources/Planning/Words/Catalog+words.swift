package import PaywallCatalog

extension Show {
  /// `'lite'`, or `nothing`.
  var words: String {
    switch self {
    case .paywall(let id): "'\(id)'"
    case .nothing: "nothing"
    }
  }
}

extension Condition? {
  /// `britishIsles`, `country is IN or BR`, `everyone`.
  var words: String { map { "\($0)" } ?? Condition.everyone }
}

extension Condition {
  /// The viewers of something: `in IN and BR`, `to 'lapsed'`, `where sessions is at least 5`.
  var towards: String {
    switch self {
    case .audience(Condition.everyone): return "to everyone"
    case .audience(let name): return "to '\(name)'"
    case .test(let test) where test.attribute == "country" && test.operators.count == 1:
      switch test.operators[0] {
      case .equals(let country): return "in \(country)"
      case .oneOf(let countries): return "in \(countries.map(\.description).listed)"
      default: return "where \(self)"
      }
    default: return "where \(self)"
    }
  }
}

extension TimeWindow {
  /// `always`, `from … until …`.
  var words: String {
    let parts = [start.map { "from \($0.words)" }, end.map { "until \($0.words)" }]
    let words = parts.compactMap(\.self).joined(separator: " ")
    return words.isEmpty ? "always" : words
  }
}

extension Traffic {
  /// `50%`, or `5%, 20% from 2026-12-01 09:00 UTC`.
  package var words: String {
    let later = steps.map { "\($0.share) from \($0.from.words)" }
    return ((first == .none && !later.isEmpty ? [] : ["\(first)"]) + later).joined(separator: ", ")
  }
}

extension [String] {
  /// `IN, BR and DE`, in their order; `none` if empty.
  var listed: String {
    guard let last else { return "none" }
    return count == 1 ? last : "\(dropLast().joined(separator: ", ")) and \(last)"
  }

  /// `a, b, c`, or `none`.
  var commaSeparated: String { isEmpty ? "none" : joined(separator: ", ") }

  var quoted: [String] { map { "'\($0)'" } }
}
