internal import YAMLText

/// A declaration of a file with the places of its keys, as the rules read it.
struct Declared<Value, Key: FileKey> {
  var value: Value
  var places: Places<Key>

  init(_ value: Value, _ places: Places<Key>) {
    self.value = value
    self.places = places
  }
}

extension Declared: Sendable where Value: Sendable {}

/// An entry of a mapping whose keys are names: an offer of `offers.yaml`.
struct NamedNode {
  var name: String
  var range: SourceRange
  var node: Node
}

extension MappingReader {
  /// The entries of a mapping of names; `what` describes one entry. Wrong names are reported, and
  /// their values are decoded all the same.
  func members(
    _ key: Key, of kind: EntityKind? = nil, what: String,
    isName: (String) -> Bool = Names.isName
  ) -> [NamedNode] {
    guard let node = node(key) else { return [] }
    guard let entries = node.entries else {
      context.error(
        .wrongType, at: node.range, "expected a mapping of names to \(what), found \(node.kind)",
        help: node.isNull ? "write {} for none, or remove the key" : "write each as 'name: …'")
      return []
    }
    for entry in entries where !isName(entry.key) {
      context.error(
        .invalidName, at: entry.keyRange, "'\(entry.key.shortened)' cannot be a name here",
        help: "use at most 64 letters, digits, '.', '_' and '-', the first a letter or a digit: "
          + "'\(Names.suggestion(for: entry.key))'")
    }
    return entries.map { NamedNode(name: $0.key, range: $0.keyRange, node: $0.value) }
  }
}
