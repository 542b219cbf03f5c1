internal import PaywallCatalog

/// The values that an audience requires at its top level, by attribute. Two audiences that require
/// different values of one attribute exclude each other; nothing else is inferred.
struct Exclusions {
  private(set) var values: [String: Set<AttributeValue>] = [:]

  init(_ condition: Condition?, _ draft: Draft) {
    guard let condition else { return }
    // A list may hold the values of both.
    for test in Self.tests(condition, draft.conditions)
    where draft.schema[test.attribute]?.type != .list {
      guard let asked = test.requiredValues else { continue }
      values[test.attribute] = values[test.attribute].map { $0.intersection(asked) } ?? asked
    }
  }

  /// The tests at the top level, with names resolved.
  private static func tests(
    _ condition: Condition, _ audiences: [String: Condition]
  ) -> [AttributeTest] {
    var condition = condition
    var steps = 0
    while case .audience(let name) = condition, let named = audiences[name], steps < 64 {
      condition = named
      steps += 1
    }
    switch condition {
    case .test(let test): return [test]
    case .all(let parts):
      return parts.compactMap {
        guard case .test(let test) = $0 else { return nil }
        return test
      }
    default: return []
    }
  }
}

extension AttributeTest {
  /// The values of a value or list test; `nil` if it is none.
  var requiredValues: Set<AttributeValue>? {
    for each in operators {
      switch each {
      case .equals(let value): return [value]
      case .oneOf(let values): return Set(values)
      default: continue
      }
    }
    return nil
  }
}
