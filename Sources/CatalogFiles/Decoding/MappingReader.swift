internal import YAMLText

/// The keys that a mapping may have, as they are written.
protocol FileKey: RawRepresentable<String>, CaseIterable, Hashable {}

/// Reads a mapping with a fixed set of keys: unknown keys are reported with the nearest known one,
/// missing ones where they are required; reading goes on after every mistake.
struct MappingReader<Key: FileKey> {
  let context: DecodingContext
  let places: Places<Key>
  private let nodes: [Key: Node]

  /// `nil` if the node is no mapping. `what` is for messages: `an offer`.
  init?(_ node: Node, _ context: DecodingContext, as what: String, named name: SourceRange? = nil) {
    guard let entries = node.entries else {
      context.error(
        .wrongType, at: node.range, "expected \(what), found \(node.kind)",
        help: "write a mapping with \(Nearest.list(Key.allCases.prefix(4).map(\.rawValue)))")
      return nil
    }
    self.init(entries, at: node.range, context, as: what, named: name)
  }

  init(
    _ entries: [Node.Entry], at range: SourceRange, _ context: DecodingContext, as what: String,
    named name: SourceRange? = nil
  ) {
    var nodes: [Key: Node] = [:]
    var keys: [Key: SourceRange] = [:]
    for entry in entries {
      guard let key = Key(rawValue: entry.key) else {
        context.error(
          .unknownKey, at: entry.keyRange, "\(what) has no key '\(entry.key.shortened)'",
          help: Nearest.help(for: entry.key, among: Key.allCases.map(\.rawValue))
            ?? "remove it, or see the keys of \(what) in the documentation")
        continue
      }
      nodes[key] = entry.value
      keys[key] = entry.keyRange
    }
    self.context = context
    self.nodes = nodes
    self.places = Places(
      file: context.path, whole: range, keys: keys, values: nodes.mapValues(\.range), name: name)
    self.what = what
  }

  private let what: String

  func has(_ key: Key) -> Bool { nodes[key] != nil }

  func node(_ key: Key) -> Node? { nodes[key] }

  /// The value of a key; `nil` if the key is not there, or its value is wrong, which is noted.
  func optional<Value>(_ key: Key, _ decoder: NodeDecoder<Value>) -> Value? {
    nodes[key].flatMap { decoder.decode($0, context) }
  }

  /// The value of a key that has to be there; `help` says what to write.
  func required<Value>(_ key: Key, _ decoder: NodeDecoder<Value>, help: String) -> Value? {
    guard has(key) else {
      reportMissing(key, help: help)
      return nil
    }
    return optional(key, decoder)
  }

  func reportMissing(_ key: Key, help: String) {
    context.error(
      .missingKey, at: places.head, "\(what) needs '\(key.rawValue)'", help: help)
  }

  /// Reports a key that has no business here.
  func refuse(_ keys: [Key], because reason: String, help: String) {
    for key in keys {
      guard let range = places.keys[key] else { continue }
      context.error(
        .misplacedKey, at: range, "'\(key.rawValue)' \(reason)", help: help)
    }
  }
}

/// Where the keys and values of a mapping stand.
struct Places<Key: FileKey> {
  let file: String
  let whole: SourceRange
  let keys: [Key: SourceRange]
  let values: [Key: SourceRange]
  /// Where the thing is named, if the mapping has a name: what is missing in it is reported there.
  var name: SourceRange?

  /// The value of a key; the name of the thing, or its beginning, where the key is not written.
  subscript(key: Key) -> Place { Place(file: file, range: values[key] ?? head) }

  func key(_ key: Key) -> Place { Place(file: file, range: keys[key] ?? head) }

  var place: Place { Place(file: file, range: head) }

  /// A mapping may be long: its name, its first key or its first character stands for it.
  var head: SourceRange {
    if let name { return name }
    let first = keys.values.min { $0.start < $1.start }
    return first ?? SourceRange(start: whole.start, end: whole.start)
  }
}
