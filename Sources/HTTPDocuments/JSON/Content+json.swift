package import PaywallCatalog

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
}
