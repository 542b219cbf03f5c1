package import HTTPDocuments
package import PaywallCatalog

extension Content {
  /// The components that this content points to.
  fileprivate var references: [Component] {
    switch self {
    case .list(let items): items.flatMap(\.references)
    case .object(let members): members.flatMap { $0.value.references }
    case .text(let text): Component(pointer: text).map { [$0] } ?? []
    default: []
    }
  }
}

extension Component {
  /// Returns the components that the contents point to, directly or not.
  static func needed(by contents: [Content]) -> [Component] {
    var found: Set<Component> = []
    var open = contents
    while let content = open.popLast() {
      for component in content.references where found.insert(component).inserted {
        open.append(component.schema.content)
      }
    }
    return allCases.filter(found.contains)
  }

  init?(pointer: String) {
    let prefix = Schema.componentPrefix
    guard pointer.utf8.starts(with: prefix.utf8),
      let found = Self.allCases.first(where: { $0.name == pointer.dropFirst(prefix.count) })
    else { return nil }
    self = found
  }
}

extension Schema {
  package static func ref(_ component: Component) -> Schema {
    ["$ref": .text("\(componentPrefix)\(component.name)")]
  }

  /// The schema as a document of its own, with the components that it needs.
  package func documentWithComponents(title: String) -> Content {
    document(
      title: title,
      definitions: Component.needed(by: [content]).map { ($0.name, $0.schema) })
  }
}
