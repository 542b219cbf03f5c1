import PaywallCatalog
import PaywallTextCoding

extension ConditionCompiler {
  /// An operator on an attribute; `nil` if it does not apply to the attribute's type. A valid
  /// snapshot has no such test; it is unknown.
  mutating func operation(
    _ written: AttributeTest.Operator, on attribute: Attribute, slot: Int
  ) -> Conditions.Operation? {
    switch (written, attribute.type) {
    case (.exists(let expected), .list): text(slot, .exists(expected))
    case (.exists(let expected), _): .exists(slot: slot, expected)
    case (.equals(.string(let item)), .list), (.contains(let item), .list):
      text(slot, .hasAny([item]))
    case (.oneOf(let values), .list): texts(values).map { text(slot, .hasAny($0)) } ?? nil
    case (.equals(let value), _): compare(slot, .equal, value, attribute)
    case (.oneOf(let values), _): oneOf(slot, values, attribute)
    case (.atLeast(let bound), _): order(slot, .atLeast, bound, attribute)
    case (.atMost(let bound), _): order(slot, .atMost, bound, attribute)
    case (.moreThan(let bound), _): order(slot, .moreThan, bound, attribute)
    case (.lessThan(let bound), _): order(slot, .lessThan, bound, attribute)
    case (.before(let moment), _): order(slot, .lessThan, .time(moment), attribute)
    case (.after(let moment), _): order(slot, .atLeast, .time(moment), attribute)
    case (.contains(let part), .string): text(slot, .contains(part))
    case (.startsWith(let part), .string): text(slot, .startsWith(part))
    case (.endsWith(let part), .string): text(slot, .endsWith(part))
    case (.contains, _), (.startsWith, _), (.endsWith, _): nil
    }
  }

  private mutating func text(_ slot: Int, _ test: TextTest) -> Conditions.Operation? {
    program.textTests.append(test)
    return .text(slot: slot, program.textTests.count - 1)
  }

  private func key(_ value: AttributeValue, _ slot: Int, _ attribute: Attribute) -> Int64? {
    value.literal(for: attribute).flatMap { literals.key(of: $0, slot: slot) }
  }

  private func compare(
    _ slot: Int, _ relation: Conditions.Relation, _ value: AttributeValue, _ attribute: Attribute
  ) -> Conditions.Operation? {
    key(value, slot, attribute).map { .compare(slot: slot, relation, $0) }
  }

  /// Texts and booleans have no order.
  private func order(
    _ slot: Int, _ relation: Conditions.Relation, _ bound: AttributeValue, _ attribute: Attribute
  ) -> Conditions.Operation? {
    switch attribute.type {
    case .integer, .number, .version, .time: compare(slot, relation, bound, attribute)
    case .string, .boolean, .list: nil
    }
  }

  private mutating func oneOf(
    _ slot: Int, _ values: [AttributeValue], _ attribute: Attribute
  ) -> Conditions.Operation? {
    let keys = values.compactMap { key($0, slot, attribute) }
    guard keys.count == values.count else { return nil }
    let first = program.keys.count
    program.keys += Set(keys).sortedByIndex(<)
    return .oneOf(slot: slot, first: first, count: program.keys.count - first)
  }

  private func texts(_ values: [AttributeValue]) -> [String]? {
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return texts.count == values.count ? texts : nil
  }
}
