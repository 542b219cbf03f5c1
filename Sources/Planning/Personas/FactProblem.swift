package import PaywallCatalog

/// A problem of a stated fact of a subscription.
package enum FactProblem: Hashable, Sendable {
  /// No fact has this name; the known names.
  case unknown(String, names: [String])
  case mistyped(String, expected: AttributeType, values: [String])
  case unknownGroup(String, groups: [String])
  /// The configuration has no subscription group that a fact could be about.
  case noGroups(String)
  case twice(String)
  /// Two facts that contradict each other.
  case contradiction(String, String)

  /// The fact concerned.
  package var fact: String {
    switch self {
    case .unknown(let name, _), .mistyped(let name, _, _), .noGroups(let name),
      .twice(let name), .contradiction(let name, _):
      name
    case .unknownGroup: "group"
    }
  }

  /// The problem and its remedy.
  package var text: String {
    switch self {
    case .unknown(let name, let names):
      "there is no fact '\(name)' of a subscription; use \(names.joined(separator: ", ")), or "
        + "GROUP.state for one group"
    case .mistyped(let name, _, let values) where !values.isEmpty:
      "'\(name)' is one of \(values.joined(separator: ", "))"
    case .mistyped(let name, let expected, _):
      "'\(name)' takes a value of type \(expected.rawValue), such as \(name)=\(expected.example)"
    case .unknownGroup(let name, let groups):
      "there is no subscription group '\(name)'; products.yaml has "
        + (groups.isEmpty ? "none" : groups.joined(separator: ", "))
    case .noGroups(let name):
      "'\(name)' is of a subscription group, and products.yaml has none"
    case .twice(let name): "'\(name)' is stated twice; leave one out"
    case .contradiction(let name, let why): "'\(name)' cannot be: \(why)"
    }
  }
}

extension AttributeType {
  fileprivate var example: String {
    switch self {
    case .integer: "40"
    case .number: "1.5"
    case .boolean: "true"
    case .version: "3.2.0"
    case .time: "2026-12-01T09:00Z"
    case .string, .list: "text"
    }
  }
}
