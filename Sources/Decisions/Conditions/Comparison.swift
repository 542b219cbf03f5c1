import Catalog

/// One operator of a test, with its values ready to be compared with a value of the attribute.
enum Comparison: Sendable {
  case exists(Bool)
  case equals(AttributeValue)
  case oneOf([AttributeValue])
  /// A long list of texts.
  case oneOfTexts(Set<ExactText>)
  /// On a `list` attribute: any of these is in it.
  case hasAny([String])
  case ordered(Relation, AttributeValue)
  case contains(String)
  case startsWith(String)
  case endsWith(String)

  enum Relation: Sendable {
    case atLeast, atMost, moreThan, lessThan
  }

  /// What it says of a value; a missing value, or one of another type, leaves it unknown.
  func truth(of value: AttributeValue?) -> Truth {
    if case .exists(let expected) = self { return Truth((value != nil) == expected) }
    guard let value else { return .unknown }
    switch (self, value) {
    case (.equals(let expected), _): return value.equals(expected)
    case (.oneOf(let expected), _):
      return expected.reduce(.false) { $0 == .true ? .true : $0 || value.equals($1) }
    case (.oneOfTexts(let texts), .string(let text)):
      return Truth(texts.contains(ExactText(text)))
    case (.hasAny(let wanted), .list(let items)):
      return Truth(wanted.contains { text in items.contains { $0.isExactly(text) } })
    case (.ordered(let relation, let bound), _): return value.stands(relation, bound)
    case (.contains(let part), .string(let text)): return Truth(text.holds(part))
    case (.startsWith(let part), .string(let text)): return Truth(text.utf8.starts(with: part.utf8))
    case (.endsWith(let part), .string(let text)):
      return Truth(text.utf8.reversed().starts(with: part.utf8.reversed()))
    default: return .unknown
    }
  }
}

extension AttributeValue {
  fileprivate func equals(_ other: AttributeValue) -> Truth {
    switch (self, other) {
    case (.string(let left), .string(let right)): Truth(left.isExactly(right))
    case (.boolean(let left), .boolean(let right)): Truth(left == right)
    default: order(to: other).map { Truth($0 == .same) } ?? .unknown
    }
  }

  fileprivate func stands(_ relation: Comparison.Relation, _ bound: AttributeValue) -> Truth {
    guard let order = order(to: bound) else { return .unknown }
    return switch relation {
    case .atLeast: Truth(order != .below)
    case .atMost: Truth(order != .above)
    case .moreThan: Truth(order == .above)
    case .lessThan: Truth(order == .below)
    }
  }

  /// `nil` for types without an order, and for two values that do not compare.
  private func order(to other: AttributeValue) -> Order? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Order(left, right)
    case (.number(let left), .number(let right)): Order(left, right)
    case (.integer(let left), .number(let right)): Order(Double(left), right)
    case (.number(let left), .integer(let right)): Order(left, Double(right))
    case (.version(let left), .version(let right)): Order(left, right)
    case (.time(let left), .time(let right)): Order(left, right)
    default: nil
    }
  }
}

private enum Order {
  case below, same, above

  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .below : left == right ? .same : .above
  }
}

extension String {
  /// Whether the code units of `part` stand in this text in a row.
  fileprivate func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
