internal import YAMLText

/// The keys that a mapping may have, as they are written.
protocol FileKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Advice for an unknown key that has another name here; `nil` if there is none.
  static func help(for key: String) -> String?
  /// Other words that people write for a key.
  static var otherWords: [String: Self] { get }
  /// The key that is meant where a text stands in place of the mapping; `nil` if there is none.
  static var ofText: Self? { get }
}

extension FileKey {
  static func help(for key: String) -> String? { nil }
  static var otherWords: [String: Self] { [:] }
  static var ofText: Self? { nil }
}

/// Reads a mapping with a fixed set of keys: unknown keys are reported with the nearest known one,
/// missing ones if they are required; decoding continues after every mistake. Code that reads a
/// mapping says of each key its type, its default and a sentence for editors, so that the schema of the
/// mapping is made by the same code: the reader then finds no key, and notes those that are asked for.
struct MappingReader<Key: FileKey> {
  let context: DecodingContext
  let places: Places<Key>
  /// Whether nothing is written in it.
  let isEmpty: Bool
  private let nodes: KeyedValues<Key, Node>

  /// `nil` if the node is no mapping. `what` is for messages: `an offer`.
  init?(_ node: Node, _ context: DecodingContext, as what: String, named name: SourceRange? = nil) {
    guard let entries = node.entries else {
      let text = node.isNull ? nil : node.scalar?.text
      let alone = text.flatMap { text in Key.ofText.map { "write { \($0.rawValue): \(text) }" } }
      context.error(
        .wrongType, at: node.range, "expected \(what), found \(node.kind)",
        help: alone
          ?? "write a mapping with \(Nearest.list(Key.allCases.prefix(4).map(\.rawValue)))")
      return nil
    }
    self.init(entries, at: node.range, context, as: what, named: name)
  }

  init(
    _ entries: [Node.Entry], at range: SourceRange, _ context: DecodingContext, as what: String,
    named name: SourceRange? = nil
  ) {
    var nodes = KeyedValues<Key, Node>(capacity: entries.count)
    var places = KeyedValues<Key, Places<Key>.OfKey>(capacity: entries.count)
    var misspelt: Set<Key> = []
    for (index, entry) in entries.enumerated() {
      guard let key = Key(rawValue: entry.key) else {
        if let cut = CutValue(entries, before: index),
          let key = Key(rawValue: entries[index - 1].key)
        {
          cut.report(in: context, isList: false)
          nodes.remove(key)
          misspelt.insert(key)
          continue
        }
        let other = Key.otherWords[entry.key]?.rawValue
        let meant = other ?? Nearest.match(for: entry.key, among: Key.allCases.map(\.rawValue))
        if let key = meant.flatMap({ Key(rawValue: $0) }) { misspelt.insert(key) }
        context.error(
          .unknownKey, at: entry.keyRange, "\(what) has no key '\(entry.key.shortened)'",
          help: entry.key.helpOnSpaces ?? Key.help(for: entry.key)
            ?? other.map { "did you mean '\($0)'?" }
            ?? Nearest.help(for: entry.key, among: Key.allCases.map(\.rawValue))
            ?? "remove it, or use \(Nearest.list(Key.allCases.map(\.rawValue)))")
        continue
      }
      nodes.set(key, entry.value)
      places.set(key, Places.OfKey(key: entry.keyRange, value: entry.value.range))
    }
    self.context = context
    isEmpty = entries.isEmpty
    self.nodes = nodes
    self.places = Places(file: context.path, whole: range, places: places, name: name)
    self.what = what
    self.misspelt = misspelt
    description = nil
  }

  /// Describes the keys that are asked for.
  init(describing description: MappingDescription<Key>) {
    let start = SourceText(path: "", text: "").range(0..<0)
    context = DecodingContext(path: "", sink: DiagnosticSink())
    isEmpty = false
    nodes = KeyedValues(capacity: 0)
    places = Places(file: "", whole: start, places: KeyedValues(capacity: 0), name: nil)
    what = ""
    misspelt = []
    self.description = description
  }

  private let what: String
  /// Keys that unknown ones are probably meant to be; they are not missing as well.
  private let misspelt: Set<Key>
  /// Takes the keys of a mapping that is described and not read.
  let description: MappingDescription<Key>?

  func has(_ key: Key) -> Bool { nodes[key] != nil }

  func node(_ key: Key) -> Node? { nodes[key] }

  func reportMissing(_ key: Key, help: String) {
    guard !misspelt.contains(key) else { return }
    context.error(
      .missingKey, at: places.head, "\(what) needs '\(key.rawValue)'", help: help)
  }

  /// Reports keys that are not allowed here.
  func refuse(_ keys: [Key], because reason: String, help: String) {
    for key in keys {
      guard let range = places.range(ofKey: key) else { continue }
      context.error(
        .misplacedKey, at: range, "'\(key.rawValue)' \(reason)", help: help)
    }
  }
}

/// The places of the keys and values of a mapping.
struct Places<Key: FileKey>: Sendable {
  let file: String
  let whole: SourceRange
  fileprivate let places: KeyedValues<Key, OfKey>
  /// The place of the entity's name, if the mapping has one: missing keys are reported there.
  let name: SourceRange?

  struct OfKey: Sendable {
    var key: SourceRange
    var value: SourceRange
  }

  /// The place of a value; without the key, the entity's name or the beginning of the mapping.
  subscript(key: Key) -> Place { Place(file: file, range: range(of: key) ?? head) }

  func key(_ key: Key) -> Place { Place(file: file, range: range(ofKey: key) ?? head) }

  /// The range of the value of a key; `nil` without the key.
  func range(of key: Key) -> SourceRange? { places[key]?.value }

  /// The range of a key itself.
  func range(ofKey key: Key) -> SourceRange? { places[key]?.key }

  /// Whether the mapping has none of the keys.
  var isEmpty: Bool { places.isEmpty }

  var place: Place { Place(file: file, range: head) }

  /// The place of the whole mapping, which may be long: its name, its first key or its first
  /// character.
  var head: SourceRange {
    if let name { return name }
    let first = places.values.min { $0.key.start < $1.key.start }
    return first?.key ?? SourceRange(start: whole.start, end: whole.start)
  }
}
