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
          : draft.name(meantBy: name, of: kind).map { "did you mean '\($0)'?" }
            ?? advice(for: kind, name, names))
    }
  }

  /// Words for showing no paywall that people try.
  private static let noPaywall: Set = ["none", "null", "nil", "no", "off", "never", "empty"]

  private static func advice(for kind: EntityKind, _ name: String, _ names: Set<String>) -> String {
    let file = kind.file(declaring: Names.suggestion(for: name))
    var ways = [kind == .paywall ? "create \(file)" : "declare it in \(file)"]
    if !names.isEmpty, names.count <= 12 { ways.append("use \(Nearest.list(names.sorted()))") }
    if kind == .audience {
      if let condition = Condition.yaml(ofCountries: name, orNames: names) {
        return "write \(condition)"
      }
      ways.append("write a condition like { country: DE }")
    }
    return ways.joined(separator: ", or ")
  }
}

extension Draft {
  /// Returns the declared name that an undeclared one is probably meant to be: `lite` for
  /// `lite.yaml` and `lte`.
  func name(meantBy name: String, of kind: EntityKind) -> String? {
    let ending = [".yaml", ".yml"].first(where: name.hasSuffix) ?? ""
    return Nearest.match(for: String(name.dropLast(ending.count)), among: names[kind] ?? [])
  }

  /// The declared names that misspelt ones are probably meant to be: they are not unused as well.
  /// Many unknown names are no misspellings, and are not searched.
  func namesMeant(of kind: EntityKind) -> Set<String> {
    let unknown = Set(
      uses.lazy.filter { $0.subject.kind == kind && !knows(kind, $0.subject.name) }
        .map(\.subject.name))
    return unknown.count > 100 ? [] : Set(unknown.compactMap { name(meantBy: $0, of: kind) })
  }
}
