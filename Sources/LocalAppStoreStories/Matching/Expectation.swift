package import HTTPDocuments
package import YAMLText

/// The value that is required: for an object the members that are named, for a list all of its
/// items in order. A key may be a path, `groups.0.state`; `count` is the number of items of a list.
package indirect enum Expectation: Sendable {
  case value(JSONValue, SourceRange)
  case list([Expectation], SourceRange)
  case object([(path: String, Expectation)], SourceRange)
  /// There is some value.
  case any(SourceRange)
  /// There is none, or null.
  case none(SourceRange)

  /// - Parameter value: returns the value of a scalar, its names resolved.
  package init(_ node: Node, _ value: (Node) async throws -> JSONValue) async throws {
    switch node.value {
    case .scalar(let scalar) where scalar.text == "$any": self = .any(node.range)
    case .scalar(let scalar) where scalar.text == "$none": self = .none(node.range)
    case .scalar: self = .value(try await value(node), node.range)
    case .sequence(let nodes, _):
      var items: [Expectation] = []
      for node in nodes { items.append(try await Expectation(node, value)) }
      self = .list(items, node.range)
    case .mapping(let entries, _):
      var members: [(path: String, Expectation)] = []
      for entry in entries {
        members.append((entry.key, try await Expectation(entry.value, value)))
      }
      self = .object(members, node.head)
    }
  }

  /// One value that is not as expected.
  package struct Mismatch: Sendable {
    package let range: SourceRange
    /// The path from the value that was compared: `groups.0.state`; empty for itself.
    package let path: String
    package let expected: String
    package let seen: String
  }

  /// Returns the places where a value differs; none if it is as expected.
  package func mismatches(with seen: JSONValue?, at path: String = "") -> [Mismatch] {
    func differs(_ range: SourceRange, _ expected: String) -> [Mismatch] {
      [
        Mismatch(
          range: range, path: path, expected: expected, seen: seen.map(\.line) ?? "nothing")
      ]
    }
    switch self {
    case .any(let range): return seen == nil || seen == .null ? differs(range, "a value") : []
    case .none(let range): return seen == nil || seen == .null ? [] : differs(range, "nothing")
    case .value(let value, let range):
      return value.isMet(by: seen ?? .null) ? [] : differs(range, value.line)
    case .list(let items, let range):
      guard case .list(let values)? = seen, values.count == items.count else {
        return differs(range, "a list of \(items.count)")
      }
      return zip(items, values).enumerated().flatMap { index, pair in
        pair.0.mismatches(with: pair.1, at: path.appending(step: "\(index)"))
      }
    case .object(let members, let range):
      guard let seen, seen.isContainer else { return differs(range, "an object") }
      return members.flatMap { member in
        member.1.mismatches(with: seen[path: member.path], at: path.appending(step: member.path))
      }
    }
  }
}

extension String {
  fileprivate func appending(step: String) -> String { isEmpty ? step : "\(self).\(step)" }
}
