package import HTTPDocuments
package import YAMLText

/// The members of one mapping of a story, read as those of a request are.
struct StoryMapping {
  let node: Node
  var members: MemberReader

  init(_ node: Node, called name: String) throws(Problem) {
    self.node = node
    members = try MemberReader(JSONValue(node), called: name)
  }

  /// Takes a member as it stands in the file.
  mutating func take(_ name: String) -> Node? {
    guard members.take(name) != nil else { return nil }
    return node.entries?.first { $0.key == name }?.value
  }
}

extension Problem {
  /// Returns the problem at its place in a file.
  ///
  /// - Parameters:
  ///   - subject: the name of the mapping, in quotes.
  ///   - known: the names that a mistyped one may mean.
  package func diagnostic(
    in node: Node, of file: String, subject: String, known: [String]
  ) -> Diagnostic {
    var help: String?
    if code == .unknownMember, let field { help = Nearest.help(for: field, among: known) }
    return Diagnostic(
      .error, code: .init(code.rawValue), in: file, at: range(in: node), text(about: subject),
      help: help)
  }

  /// Returns the detail of the problem, said about a part of a story.
  func text(about subject: String) -> String {
    let body = "The body"
    return detail.hasPrefix(body) ? subject + detail.dropFirst(body.count) : detail
  }

  private func range(in node: Node) -> SourceRange {
    if let place, let entry = node.entry(where: { .init($0.keyRange.start) == place }) {
      return entry.keyRange
    }
    if let field, let entry = node.entry(where: { $0.key == field }) { return entry.value.range }
    return node.head
  }
}

extension Node {
  /// The first entry of this kind in it, however deep.
  fileprivate func entry(where isIt: (Entry) -> Bool) -> Entry? {
    for entry in entries ?? [] {
      if isIt(entry) { return entry }
      if let inner = entry.value.entry(where: isIt) { return inner }
    }
    for item in items ?? [] {
      if let inner = item.entry(where: isIt) { return inner }
    }
    return nil
  }

  /// Its first key, or all of it.
  var head: SourceRange { entries?.first?.keyRange ?? range }
}
