import CatalogFiles
package import HTTPDocuments
package import YAMLText

extension JSONValue {
  /// A node with the types of YAML's core schema: `10` is a number, `"10"` is text.
  package init(_ node: Node) {
    switch node.value {
    case .scalar(let scalar):
      self =
        switch CoreSchema.resolve(scalar) {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .text, .tooLarge, .notFinite: .text(scalar.text)
        }
    case .sequence(let items, _): self = .list(items.map(JSONValue.init))
    case .mapping(let entries, _):
      self = .object(
        entries.map { entry in
          Member(entry.key, JSONValue(entry.value), at: .init(entry.keyRange.start))
        })
    }
  }
}

extension Problem.Place {
  init(_ position: Position) { self.init(line: position.line, column: position.column) }
}
