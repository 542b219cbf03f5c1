internal import Catalog
internal import YAMLText

enum AudiencesFileKey: String, FileKey { case audiences }

/// A named audience and where it is named.
struct DeclaredAudience {
  var value: Audience
  var name: Place
}

extension DeclaredAudience {
  /// The audiences of `targeting/audiences.yaml`, and their names, also of those with mistakes.
  static func all(
    in root: Node, _ page: Page, _ vocabulary: Vocabulary
  ) -> (audiences: [DeclaredAudience], names: Set<String>) {
    guard let file = MappingReader<AudiencesFileKey>(root, page, as: "audiences.yaml") else {
      return ([], [])
    }
    if !file.has(.audiences) {
      file.reportMissing(.audiences, help: "write 'audiences: {}' for none")
    }
    let entries = file.members(.audiences, what: "audiences")
    let audiences = entries.compactMap {
      DeclaredAudience($0, page.read(by: Subject(.audience, $0.name)), vocabulary)
    }
    return (audiences, Set(entries.map(\.name)))
  }

  private init?(_ entry: NamedNode, _ page: Page, _ vocabulary: Vocabulary) {
    if entry.name == Condition.everyone {
      page.error(
        .reservedName, at: entry.range, "'everyone' is built in",
        help: "give this audience another name")
    }
    let reader = ConditionReader(vocabulary: vocabulary, page: page)
    guard let entries = entry.node.entries else {
      guard let condition = reader.condition(entry.node) else { return nil }
      self.init(
        value: Audience(name: entry.name, condition: condition), name: page.place(entry.range))
      return
    }
    let visibility = entries.first { $0.key == "visibility" }.map {
      Form<Visibility>.choice.read($0.value, page)
    }
    let tests = entries.filter { $0.key != "visibility" }
    guard let condition = reader.condition(tests, at: entry.range) else { return nil }
    self.init(
      value: Audience(
        name: entry.name, condition: condition, visibility: (visibility ?? nil) ?? .private),
      name: page.place(entry.range))
  }
}
