import Catalog

extension Comparison {
  /// Makes an operator ready for an attribute; `nil` where it cannot be applied to its type, which
  /// a valid snapshot does not contain and which leaves the test unknown.
  init?(_ written: AttributeTest.Operator, on attribute: Attribute) {
    switch (written, attribute.type) {
    case (.exists(let expected), _): self = .exists(expected)
    case (.equals(.string(let text)), .list): self = .hasAny([text])
    case (.equals(let value), _):
      guard let value = value.literal(for: attribute) else { return nil }
      self = .equals(value)
    case (.oneOf(let values), .list):
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      guard texts.count == values.count else { return nil }
      self = .hasAny(texts)
    case (.oneOf(let values), _):
      let literals = values.compactMap { $0.literal(for: attribute) }
      guard literals.count == values.count else { return nil }
      self = Comparison(oneOf: literals)
    case (.atLeast(let bound), _): self.init(.atLeast, bound, attribute)
    case (.atMost(let bound), _): self.init(.atMost, bound, attribute)
    case (.moreThan(let bound), _): self.init(.moreThan, bound, attribute)
    case (.lessThan(let bound), _): self.init(.lessThan, bound, attribute)
    case (.before(let moment), .time): self = .ordered(.lessThan, .time(moment))
    case (.after(let moment), .time): self = .ordered(.atLeast, .time(moment))
    case (.contains(let text), .list): self = .hasAny([text])
    case (.contains(let text), .string): self = .contains(text)
    case (.startsWith(let text), .string): self = .startsWith(text)
    case (.endsWith(let text), .string): self = .endsWith(text)
    case (.before, _), (.after, _), (.contains, _), (.startsWith, _), (.endsWith, _): return nil
    }
  }

  private init?(_ relation: Relation, _ bound: AttributeValue, _ attribute: Attribute) {
    switch attribute.type {
    case .integer, .number, .version, .time:
      guard let bound = bound.literal(for: attribute) else { return nil }
      self = .ordered(relation, bound)
    case .string, .boolean, .list: return nil
    }
  }

  /// A list of texts is looked up once it is long; eight comparisons are cheaper than a hash.
  private init(oneOf literals: [AttributeValue]) {
    let texts = literals.compactMap {
      if case .string(let text) = $0 { ExactText(text) } else { nil }
    }
    self =
      texts.count == literals.count && texts.count > 8 ? .oneOfTexts(Set(texts)) : .oneOf(literals)
  }
}

extension AttributeValue {
  /// This value as one of the attribute's type; a country is reduced as a visitor's is.
  fileprivate func literal(for attribute: Attribute) -> AttributeValue? {
    switch (self, attribute.type) {
    case (.string(let text), .string):
      .string(attribute.name == "country" ? Country.alpha2(of: text) : text)
    case (.integer, .integer), (.number, .integer), (.number, .number), (.integer, .number),
      (.boolean, .boolean), (.version, .version), (.time, .time):
      self
    default: nil
    }
  }
}
