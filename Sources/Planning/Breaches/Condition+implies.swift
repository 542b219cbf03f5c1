import PaywallCatalog
import PaywallTextCoding

extension Condition {
  /// Whether this implies `other`, as far as their structure shows: `false` may also mean unknown.
  /// Named audiences must be resolved first.
  func implies(_ other: Condition?) -> Bool {
    guard let other, self != other else { return true }
    if case .all(let parts) = other { return parts.allSatisfy(implies) }
    if case .any(let parts) = self { return parts.allSatisfy { $0.implies(other) } }
    if case .any(let parts) = other, parts.contains(where: implies) { return true }
    if case .all(let parts) = self { return parts.contains { $0.implies(other) } }
    guard case .test(let own) = self, case .test(let test) = other,
      own.attribute.hasSameUTF8(as: test.attribute)
    else { return false }
    return test.operators.allSatisfy { wanted in own.operators.contains { $0.implies(wanted) } }
  }
}

extension AttributeTest.Operator {
  fileprivate func implies(_ other: AttributeTest.Operator) -> Bool {
    if self == other { return true }
    return switch (self, other) {
    case (.exists, _): false
    // Every other test is only true of a present value.
    case (_, .exists(let expected)): expected
    case (.equals(let value), .oneOf(let values)): values.contains(value)
    case (.oneOf(let values), .oneOf(let others)): Set(values).isSubset(of: others)
    case (.oneOf(let values), .equals(let other)): values.allSatisfy { $0 == other }
    case (.equals(let value), .atLeast(let bound)): bound.isAtMost(value)
    case (.equals(let value), .atMost(let bound)): value.isAtMost(bound)
    case (.atLeast(let own), .atLeast(let bound)), (.moreThan(let own), .moreThan(let bound)),
      (.moreThan(let own), .atLeast(let bound)):
      bound.isAtMost(own)
    case (.atMost(let own), .atMost(let bound)), (.lessThan(let own), .lessThan(let bound)),
      (.lessThan(let own), .atMost(let bound)):
      own.isAtMost(bound)
    case (.before(let own), .before(let bound)): own <= bound
    case (.after(let own), .after(let bound)): bound <= own
    default: false
    }
  }
}

extension AttributeValue {
  /// Also `false` for values of different types, or of a type without an order.
  func isAtMost(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.integer(let own), .integer(let other)): own <= other
    case (.number(let own), .number(let other)): own <= other
    case (.integer(let own), .number(let other)): Double(own) <= other
    case (.number(let own), .integer(let other)): own <= Double(other)
    case (.version(let own), .version(let other)): own <= other
    case (.time(let own), .time(let other)): own <= other
    default: false
    }
  }
}
