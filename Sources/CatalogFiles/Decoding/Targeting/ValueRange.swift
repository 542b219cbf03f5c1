internal import PaywallCatalog

/// The range of values that the bounds among some operators allow.
struct ValueRange {
  private var lower: Bound?
  private var upper: Bound?

  private struct Bound {
    var value: AttributeValue
    var isIncluded: Bool
  }

  init(_ operators: some Sequence<AttributeTest.Operator>) {
    for each in operators { narrow(by: each) }
  }

  private mutating func narrow(by each: AttributeTest.Operator) {
    switch each {
    case .atLeast(let value): raise(Bound(value: value, isIncluded: true))
    case .moreThan(let value): raise(Bound(value: value, isIncluded: false))
    case .atMost(let value): cut(Bound(value: value, isIncluded: true))
    case .lessThan(let value): cut(Bound(value: value, isIncluded: false))
    case .after(let time): raise(Bound(value: .time(time), isIncluded: true))
    case .before(let time): cut(Bound(value: .time(time), isIncluded: false))
    case .equals, .oneOf, .contains, .startsWith, .endsWith, .exists: break
    }
  }

  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    switch Self.order(lower.value, upper.value) {
    case .below?:
      guard case (.integer(let low), .integer(let high)) = (lower.value, upper.value) else {
        return false
      }
      let isNext = low.addingReportingOverflow(1).partialValue == high
      return isNext && !lower.isIncluded && !upper.isIncluded
    case .same?: return !(lower.isIncluded && upper.isIncluded)
    case .above?: return true
    case nil: return false
    }
  }

  /// Whether a value is between the bounds; `true` for values of another type.
  func contains(_ value: AttributeValue) -> Bool {
    if let lower {
      let order = Self.order(value, lower.value)
      if order == .below || (order == .same && !lower.isIncluded) { return false }
    }
    if let upper {
      let order = Self.order(value, upper.value)
      if order == .above || (order == .same && !upper.isIncluded) { return false }
    }
    return true
  }

  private mutating func raise(_ bound: Bound) {
    guard let lower else { return self.lower = bound }
    let order = Self.order(bound.value, lower.value)
    if order == .above || (order == .same && !bound.isIncluded) { self.lower = bound }
  }

  private mutating func cut(_ bound: Bound) {
    guard let upper else { return self.upper = bound }
    let order = Self.order(bound.value, upper.value)
    if order == .below || (order == .same && !bound.isIncluded) { self.upper = bound }
  }

  private enum Order { case below, same, above }

  private static func order(_ left: AttributeValue, _ right: AttributeValue) -> Order? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): order(of: left, right)
    case (.number(let left), .number(let right)): order(of: left, right)
    case (.version(let left), .version(let right)): order(of: left, right)
    case (.time(let left), .time(let right)): order(of: left, right)
    default: nil
    }
  }

  private static func order<Value: Comparable>(of left: Value, _ right: Value) -> Order {
    left < right ? .below : left == right ? .same : .above
  }
}
