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
    return allCases.filter(found.contains)
  }

  init?(pointer: String) {
    guard pointer.utf8.starts(with: Self.prefix.utf8) else { return nil }
    self.init(rawValue: String(pointer.dropFirst(Self.prefix.count)))
  }
}
