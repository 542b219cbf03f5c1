internal import PaywallCatalog
internal import YAMLText

enum AudiencesFileKey: String, FileKey { case audiences }

/// A named audience and the place of its name.
struct DeclaredAudience {
  var value: Audience
  var name: Place
}

extension DeclaredAudience {
  /// The audiences of `targeting/audiences.yaml`, and their names, including those with mistakes.
  static func all(
    in root: Node, _ context: DecodingContext, _ vocabulary: Vocabulary
  ) -> (audiences: [DeclaredAudience], names: Set<String>) {
    guard let file = MappingReader<AudiencesFileKey>(root, context, as: "audiences.yaml") else {
      return ([], [])
    }
    if !file.has(.audiences) {
      file.reportMissing(.audiences, help: "write 'audiences: {}' for none")
    }
    let entries = file.members(.audiences, what: "audiences")
    let audiences = entries.compactMap {
      DeclaredAudience($0, context.used(by: Entity(.audience, $0.name)), vocabulary)
    }
    return (audiences, Set(entries.map(\.name)))
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext, _ vocabulary: Vocabulary) {
    if entry.name == Condition.everyone {
      context.error(
        .reservedName, at: entry.range, "'everyone' is built in",
        help: "give this audience another name")
    }
    let reader = ConditionReader(vocabulary: vocabulary, context: context)
    guard let entries = entry.node.entries else {
      guard let condition = reader.condition(entry.node) else { return nil }
      self.init(
        value: Audience(name: entry.name, condition: condition), name: context.place(entry.range))
      return
    }
    let visibility = entries.first { $0.key == "visibility" }.map {
      NodeDecoder<Visibility>.choice.decode($0.value, context)
    }
    let tests = entries.filter { $0.key != "visibility" }
    guard let condition = reader.condition(tests, at: entry.range) else { return nil }
    self.init(
      value: Audience(
        name: entry.name, condition: condition, visibility: (visibility ?? nil) ?? .private),
      name: context.place(entry.range))
  }
}
