import CatalogFiles
import YAMLText

/// Edits of an experiment's file, which insert a new key in the order of the documentation.
struct ExperimentEdits {
  private(set) var edits: [Edit] = []
  private let document: Document
  /// The keys in the order of the file, with the added ones.
  private var keys: [String]

  init(_ document: Document) {
    self.document = document
    keys = document.root?.entries?.map(\.key) ?? []
  }

  mutating func set(_ key: String, _ text: String) { set(key, .text(text)) }

  mutating func set(_ key: String, _ value: YAMLValue) {
    guard !keys.contains(key) else { return edits.append(.set([key], value)) }
    add(key, value)
  }

  /// Sets `from` or `until`; a file that has them in their former form keeps it.
  mutating func set(time key: String, _ text: String) {
    let path = FormerNames.path(of: [key], in: document)
    guard path != [key] else { return set(key, text) }
    edits.append(.set(path, .text(text)))
  }

  mutating func remove(time key: String) {
    edits.append(.remove(FormerNames.path(of: [key], in: document)))
  }

  /// Sets a mapping, on one line.
  mutating func set(_ key: String, _ members: [YAMLValue.Member]) {
    set(key, .mapping(members, .flow))
  }

  mutating func remove(_ path: DocumentPath) { edits.append(.remove(path)) }

  mutating func append(_ more: [Edit]) { edits += more }

  private mutating func add(_ key: String, _ value: YAMLValue) {
    let before = Self.order.prefix { $0 != key }
    let neighbour = before.last { keys.contains($0) }
    edits.append(.insert([key], value, neighbour.map { .after(.key($0)) } ?? .last))
    let index = neighbour.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? keys.count
    keys.insert(key, at: index)
  }

  private static let order = [
    "title", "hypothesis", "owner", "status", "placement", "audience", "layer", "slice", "traffic",
    "unit", "seed", "phase", "variants", "from", "until", "whilePaused", "after", "winner",
    "excludeEarlierPhases", "visibility", "metrics", "override", "rollout",
  ]
}

extension Document {
  func has(_ key: String) -> Bool { root?.entry(key) != nil }
}
