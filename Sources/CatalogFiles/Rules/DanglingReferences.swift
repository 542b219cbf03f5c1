internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// Every name that is used is declared.
  static let danglingReferences = ValidationRule { draft, sink in
    for use in draft.uses {
      let (kind, name) = (use.subject.kind, use.subject.name)
      guard !draft.knows(kind, name), !draft.unread.contains(kind) else { continue }
      let names = draft.names[kind] ?? []
      sink.error(
        .unknownName, at: use.place, "there is no \(kind.rawValue) '\(name.shortened)'",
        help: kind == .paywall && Self.noPaywall.contains(name.lowercased())
          ? "did you mean '\(Show.nothingWord)'?"
          : Nearest.match(for: name, among: names).map { "did you mean '\($0)'?" }
            ?? advice(for: kind, name, names))
    }
  }

  /// Words for showing no paywall that people try.
  private static let noPaywall: Set = ["none", "null", "nil", "no", "off", "never", "empty"]

  private static func advice(for kind: EntityKind, _ name: String, _ names: Set<String>) -> String {
    let file = kind.file(declaring: Names.suggestion(for: name))
    let create = kind == .paywall ? "create \(file)" : "declare it in \(file)"
    guard !names.isEmpty, names.count <= 12 else { return create }
    return "\(create), or use \(Nearest.list(names.sorted()))"
  }
}
