package import PaywallCatalog

/// Descriptions are written as literals.
extension Content: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: Content...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, Content)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension Content {
  package subscript(key: String) -> Content? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
