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
  /// A JSON document as content.
  package init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .list(let items): .list(items.map(Content.init))
      case .object(let members): .object(members.map { Member($0.name, Content($0.value)) })
      }
  }

  package subscript(key: String) -> Content? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
