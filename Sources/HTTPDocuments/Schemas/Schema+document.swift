package import PaywallCatalog

extension Schema {
  /// A pointer to a definition of this name begins so in a description of an API.
  package static let componentPrefix = "#/components/schemas/"

  /// The schema as a document of its own.
  ///
  /// - Parameter definitions: the schemas that it points to, by name; they are in `$defs`.
  package func document(title: String, definitions: [(name: String, schema: Schema)] = [])
    -> Content
  {
    let definitions = definitions.map { Content.Member($0.name, $0.schema.content.inDocument) }
    return .object(
      [
        Content.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
        Content.Member("title", .text(title)),
      ] + (content.inDocument.members ?? [])
        + (definitions.isEmpty ? [] : [Content.Member("$defs", .object(definitions))]))
  }
}

extension Content {
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var items: [Content]? { if case .list(let items) = self { items } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// References to components point to the definitions of the same document.
  fileprivate var inDocument: Content {
    switch self {
    case .list(let items): .list(items.map(\.inDocument))
    case .object(let members): .object(members.map { Member($0.key, $0.value.inDocument) })
    case .text(let text) where text.hasPrefix(Schema.componentPrefix):
      .text("#/$defs/\(text.dropFirst(Schema.componentPrefix.count))")
    default: self
    }
  }
}
