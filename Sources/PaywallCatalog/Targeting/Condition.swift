/// A condition on a visitor, as written: names are not yet resolved, nothing is compiled.
package indirect enum Condition: Sendable {
  /// A named audience; `everyone` is built in.
  case audience(String)
  case test(AttributeTest)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  package static let everyone = "everyone"
}

/// One attribute and what it must satisfy: all of the operators.
package struct AttributeTest: Sendable {
  package var attribute: String
  package var operators: [Operator]

  package init(_ attribute: String, _ operators: [Operator]) {
    self.attribute = attribute
    self.operators = operators
  }

  /// Values have the type of the attribute; on a `list` attribute they are `string`s that it may
  /// contain.
  package enum Operator: Sendable {
    case equals(AttributeValue)
    case oneOf([AttributeValue])
    case atLeast(AttributeValue)
    case atMost(AttributeValue)
    case moreThan(AttributeValue)
    case lessThan(AttributeValue)
    case before(Timestamp)
    /// At that time or later: `before` and `after` with the same time leave no gap.
    case after(Timestamp)
    case contains(String)
    case startsWith(String)
    case endsWith(String)
    case exists(Bool)
  }
}

/// A named condition of `targeting/audiences.yaml`.
package struct Audience: Sendable {
  package var name: String
  package var condition: Condition
  package var visibility: Visibility

  package init(name: String, condition: Condition, visibility: Visibility = .private) {
    self.name = name
    self.condition = condition
    self.visibility = visibility
  }
}

/// Whether a part is published in the offline bundle and the GrowthBook payload.
package enum Visibility: String, CaseIterable, Sendable {
  case `private`, `public`
}

#if Server
extension Condition: Hashable {}
extension AttributeTest: Hashable {}
extension AttributeTest.Operator: Hashable {}
extension Audience: Hashable {}
#endif
