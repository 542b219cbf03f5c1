import PaywallCatalog

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
  private static let prefix = "#/components/schemas/"

  /// Those that the contents point to, directly or not.
  static func needed(by contents: [Content]) -> [Component] {
    var found: Set<Component> = []
    var open = contents
    while let content = open.popLast() {
      for component in content.references where found.insert(component).inserted {
        open.append(component.schema.content)
      }
    }
    return all.filter(found.contains)
  }

  init?(pointer: String) {
    guard pointer.utf8.starts(with: Self.prefix.utf8),
      let found = Self.all.first(where: { $0.name == pointer.dropFirst(Self.prefix.count) })
    else { return nil }
    self = found
  }
}
