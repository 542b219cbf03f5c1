package import PaywallCatalog

extension Schema {
  /// The schema as a document of its own: the components that it needs are in `$defs`.
  package func document(title: String) -> Content {
    let components = Component.needed(by: [content])
    let definitions = components.map {
      Content.Member($0.name, $0.schema.content.inDocument)
    }
    return .object(
      [
        Content.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
        Content.Member("title", .text(title)),
      ] + (content.inDocument.members ?? [])
        + (definitions.isEmpty ? [] : [Content.Member("$defs", .object(definitions))]))
  }
}

extension Content {
  /// References to components point to the definitions of the same document.
  fileprivate var inDocument: Content {
    switch self {
    case .list(let items): .list(items.map(\.inDocument))
    case .object(let members): .object(members.map { Member($0.key, $0.value.inDocument) })
    case .text(let text): Component(pointer: text).map { .text("#/$defs/\($0.name)") } ?? self
    default: self
    }
  }
}
