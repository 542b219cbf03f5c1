internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// Content has the types that `contentTypes` in app.yaml declares, in every language and paywall.
  static let contentTypes = ValidationRule { draft, sink in
    guard !draft.contentTypes.isEmpty else { return }
    let keys = Dictionary(grouping: draft.paywalls.flatMap(\.contentKeys)) { $0.path + [$0.key] }
    let names = keys.keys.map { $0.joined(separator: ".") }.sorted()
    for declared in draft.contentTypes {
      guard let uses = keys[declared.path] else {
        guard draft.isWhole else { continue }
        sink.warning(
          .unused, at: declared.place, "no paywall's content has '\(declared.name.shortened)'",
          help: Nearest.help(for: declared.name, among: names)
            ?? "take it out, or write it in the content of a paywall")
        continue
      }
      for value in uses.flatMap(\.values) where value.type != declared.type {
        sink.warning(
          .contentType, at: value.place,
          "'\(declared.name.shortened)' is \(value.type.words) here, and app.yaml declares "
            + declared.type.words,
          help: "write \(declared.type.words), or change 'contentTypes' in app.yaml")
      }
    }
  }
}
