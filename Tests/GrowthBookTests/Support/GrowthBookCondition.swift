import Foundation

/// `evalCondition` of GrowthBook's SDKs for JavaScript, with the operators that a payload of ours
/// uses: what a visitor's app makes of a condition.
struct GrowthBookCondition {
  private let condition: JSONValue

  init(_ condition: JSONValue) { self.condition = condition }

  func holds(for visitor: JSONValue) -> Bool {
    guard case .object(let members) = condition else { return false }
    return members.allSatisfy { name, value in
      switch name {
      case "$or": Self.isAnyTrue(value.items, for: visitor)
      case "$nor": !Self.isAnyTrue(value.items, for: visitor)
      case "$and": value.items.allSatisfy { Self($0).holds(for: visitor) }
      case "$not": !Self(value).holds(for: visitor)
      default: Self.accepts(value, Self.value(at: name, in: visitor))
      }
    }
  }

  /// Returns true for an empty list.
  private static func isAnyTrue(_ conditions: [JSONValue], for visitor: JSONValue) -> Bool {
    conditions.isEmpty || conditions.contains { Self($0).holds(for: visitor) }
  }

  /// Dots lead into nested objects.
  private static func value(at path: String, in visitor: JSONValue) -> JSONValue {
    path.split(separator: ".").reduce(visitor) { $0[String($1)] }
  }

  /// An object of operators, or a value that has to be the same.
  private static func accepts(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
    if case .object(let operators) = expected, !operators.isEmpty,
      operators.keys.allSatisfy({ $0.hasPrefix("$") })
    {
      return operators.allSatisfy { apply($0, $1, to: actual) }
    }
    return expected == actual
  }

  private static func apply(_ name: String, _ expected: JSONValue, to actual: JSONValue) -> Bool {
    switch name {
    case "$eq": actual == expected
    case "$ne": actual != expected
    case "$in": isIn(expected, actual)
    case "$exists": (expected == .boolean(true)) == (actual != .null)
    case "$type": typeName(of: actual) == expected.text
    case "$not": !accepts(expected, actual)
    case "$regex": matches(expected.text ?? "", actual)
    case "$gt":
      compare(actual, expected) {
        $0 > $1
      } _: {
        $0 > $1
      }
    case "$gte":
      compare(actual, expected) {
        $0 >= $1
      } _: {
        $0 >= $1
      }
    case "$lt":
      compare(actual, expected) {
        $0 < $1
      } _: {
        $0 < $1
      }
    case "$lte":
      compare(actual, expected) {
        $0 <= $1
      } _: {
        $0 <= $1
      }
    default: false
    }
  }

  private static func isIn(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
    guard case .list(let actual) = actual else { return expected.items.contains(actual) }
    return actual.contains(where: expected.items.contains)
  }

  private static func typeName(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    case .list: "array"
    case .object: "object"
    }
  }

  private static func matches(_ pattern: String, _ actual: JSONValue) -> Bool {
    guard let text = actual.text, let expression = try? NSRegularExpression(pattern: pattern)
    else { return false }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  /// Texts by their UTF-16, everything else as numbers, as JavaScript compares.
  private static func compare(
    _ left: JSONValue, _ right: JSONValue, _ numbers: (Double, Double) -> Bool,
    _ order: (Int, Int) -> Bool
  ) -> Bool {
    if case .text(let left) = left, case .text(let right) = right {
      let isBelow = left.utf16.lexicographicallyPrecedes(right.utf16)
      return order(left == right ? 0 : isBelow ? -1 : 1, 0)
    }
    guard let left = number(left), let right = number(right) else { return false }
    return numbers(left, right)
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .null: 0
    case .boolean(let value): value ? 1 : 0
    case .number(let number): number
    case .text(let text): text.isEmpty ? 0 : Double(text)
    case .list, .object: nil
    }
  }
}
