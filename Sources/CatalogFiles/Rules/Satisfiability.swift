internal import PaywallCatalog

/// Whether an audience can match. Finds plain contradictions between tests that are joined by
/// "and"; everything else counts as possible.
struct Satisfiability {
  let audiences: [String: Condition]
  let schema: AttributeSchema
  private var contradictions: [String: String?] = [:]
  private var takesAll: [String: Bool] = [:]
  /// The number of conditions and values left to check; beyond it everything counts as possible.
  private var left = 500_000

  init(_ draft: Draft) {
    var depth = AudienceDepth(conditions: draft.conditions)
    // Conditions that are nested too deep are a separate error, and not checked here.
    let isDeep = draft.conditions.values.contains {
      depth.levels(of: $0, below: 0) > AudienceDepth.most
    }
    audiences = isDeep ? [:] : draft.conditions
    schema = draft.schema
  }

  /// Why a condition can never match, or `nil`.
  mutating func contradiction(in condition: Condition) -> String? {
    guard case .audience(let name) = condition else { return judge(condition) }
    if let known = contradictions[name] { return known }
    guard left > 0 else { return nil }
    // A cycle is reported by its own rule, and ends here.
    contradictions[name] = .some(nil)
    let reason = audiences[name].flatMap { judge($0) }
    contradictions[name] = .some(reason)
    return reason
  }

  /// Whether every visitor matches, whatever is known of them.
  mutating func matchesEverybody(_ condition: Condition) -> Bool {
    switch condition {
    case .audience(Condition.everyone): return true
    case .audience(let name):
      if let known = takesAll[name] { return known }
      takesAll[name] = false
      let result = audiences[name].map { matchesEverybody($0) } ?? false
      takesAll[name] = result
      return result
    case .test, .not: return false
    case .all(let parts):
      for part in parts where !matchesEverybody(part) { return false }
      return true
    case .any(let parts):
      for part in parts where matchesEverybody(part) { return true }
      return false
    }
  }

  private mutating func judge(_ condition: Condition) -> String? {
    var parts = Parts()
    collect(condition, into: &parts, depth: 0)
    guard left > 0 else { return nil }
    for part in parts.denied {
      if matchesEverybody(part) { return "it excludes everyone" }
      if parts.asked.contains(part) { return "it asks for and excludes \(part.phrase)" }
    }
    for attribute in parts.operators.keys.sorted() {
      let operators = parts.operators[attribute] ?? []
      if isContradictory(operators, on: attribute) {
        return "its tests of '\(attribute)' exclude each other"
      }
    }
    if let unknown = parts.unknownFact {
      return "'\(unknown)' is unknown while 'subscription.known' is false"
    }
    for choice in parts.choices {
      var reason: String?
      for part in choice {
        reason = contradiction(in: part)
        if reason == nil { break }
      }
      if let reason { return reason }
    }
    return nil
  }

  /// Conditions that must hold at the same time.
  private struct Parts {
    var operators: [String: [AttributeTest.Operator]] = [:]
    var asked: Set<Condition> = []
    var denied: [Condition] = []
    var choices: [[Condition]] = []
    var names: Set<String> = []

    /// A test of a subscription fact together with `subscription.known: false`.
    var unknownFact: String? {
      guard operators["subscription.known"]?.contains(.equals(.boolean(false))) ?? false else {
        return nil
      }
      return operators.keys.sorted().first {
        $0.hasPrefix("subscription.") && $0 != "subscription.known"
          && operators[$0] != [.exists(false)]
      }
    }
  }

  private mutating func collect(_ condition: Condition, into parts: inout Parts, depth: Int) {
    left -= 1
    guard depth <= AudienceDepth.most, left > 0 else { return }
    parts.asked.insert(condition)
    switch condition {
    case .test(let test):
      left -= test.operators.reduce(0) { $0 + $1.valueCount }
      parts.operators[test.attribute, default: []] += test.operators
    case .all(let all): for part in all { collect(part, into: &parts, depth: depth + 1) }
    case .any(let any): parts.choices.append(any)
    case .not(let part): parts.denied.append(part)
    case .audience(let name):
      guard let named = audiences[name], parts.names.insert(name).inserted else { return }
      collect(named, into: &parts, depth: depth + 1)
    }
  }

  private mutating func isContradictory(
    _ operators: [AttributeTest.Operator], on attribute: String
  ) -> Bool {
    if operators.contains(.exists(false)), operators.contains(where: { $0 != .exists(false) }) {
      return true
    }
    let range = ValueRange(operators)
    if range.isEmpty { return true }
    // A list may hold many values at once.
    guard schema[attribute]?.type != .list else { return false }
    var values: Set<AttributeValue>?
    for each in operators {
      guard let asked = AttributeTest(attribute, [each]).requiredValues else { continue }
      values = values.map { $0.intersection(asked) } ?? asked
    }
    guard let values else { return false }
    left -= values.count * operators.count
    guard left > 0 else { return false }
    return !values.contains { value in
      range.contains(value) && operators.allSatisfy { $0.allows(value) }
    }
  }
}

extension AttributeTest.Operator {
  fileprivate var valueCount: Int {
    if case .oneOf(let values) = self { values.count } else { 1 }
  }

  /// Whether a text operator holds for a value; others are checked elsewhere.
  fileprivate func allows(_ value: AttributeValue) -> Bool {
    guard case .string(let text) = value else { return true }
    switch self {
    case .contains(let part): return Array(text.utf8).contains(Array(part.utf8))
    case .startsWith(let part): return text.utf8.starts(with: part.utf8)
    case .endsWith(let part): return text.utf8.reversed().starts(with: part.utf8.reversed())
    default: return true
    }
  }
}

extension Condition {
  /// For a message: the name of an audience, or the attribute that is tested.
  fileprivate var phrase: String {
    switch self {
    case .audience(let name): "'\(name)'"
    case .test(let test): "the same test of '\(test.attribute)'"
    default: "the same condition"
    }
  }
}
