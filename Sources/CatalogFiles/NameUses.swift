internal import Serving
package import YAMLText

/// The places at which a name of the configuration is declared and used.
package struct NameUses: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case paywall, product, audience, attribute, persona, offer
  }

  /// A key or a value in a file.
  package struct Place: Hashable, Sendable {
    package var file: String
    package var path: DocumentPath
    /// The name is the last key of the path.
    package var isKey: Bool
    package var range: SourceRange
  }

  /// `nil` for a name that is the name of a file.
  package private(set) var declaration: Place?
  /// In the order of the files.
  package private(set) var uses: [Place] = []

  private let name: String

  package init(of kind: Kind, _ name: String, in parsed: ParsedFiles) {
    self.name = name
    let reader = DraftReader(parsed)
    let recorded =
      kind.entity.map { entity in
        reader.draft.uses.filter { $0.subject == Entity(entity, name) }.map(\.place)
      } ?? reader.sink.attributeUses.filter { $0.name == name }.map(\.place)
    var ranges: [String: Set<SourceRange>] = [:]
    for place in recorded {
      if let range = place.range { ranges[place.file, default: []].insert(range) }
    }
    for file in parsed.files.files.keys.sorted() {
      guard let root = parsed.file(file)?.document.root else { continue }
      if let ranges = ranges[file] {
        find(in: root, file, at: .root, in: ranges)
      }
      if kind == .product { findProducts(in: root, file, at: .root) }
    }
    uses = uses.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if let (file, section) = kind.declaration, let root = parsed.file(file)?.document.root,
      let entry = root.entry(section)?.value.entry(name)
    {
      declaration = Place(
        file: file, path: DocumentPath([.key(section), .key(name)]), isKey: true,
        range: entry.keyRange)
    }
  }

  /// Nodes and keys at these places.
  private mutating func find(
    in node: Node, _ file: String, at path: DocumentPath, in ranges: Set<SourceRange>
  ) {
    switch node.value {
    case .scalar:
      if ranges.contains(node.range) { add(file, path, isKey: false, node.range) }
    case .sequence(let items, _):
      for (index, item) in items.enumerated() {
        find(in: item, file, at: path.appending(.index(index)), in: ranges)
      }
    case .mapping(let entries, _):
      for entry in entries {
        let place = path.appending(.key(entry.key))
        if ranges.contains(entry.keyRange) { add(file, place, isKey: true, entry.keyRange) }
        find(in: entry.value, file, at: place, in: ranges)
      }
    }
  }

  /// Values of the fact `subscription.product`, and keys of `content.badge`, which may be any text and so
  /// are no references.
  private mutating func findProducts(in node: Node, _ file: String, at path: DocumentPath) {
    for (index, item) in (node.items ?? []).enumerated() {
      findProducts(in: item, file, at: path.appending(.index(index)))
    }
    for entry in node.entries ?? [] {
      let place = path.appending(.key(entry.key))
      let isFact =
        entry.key.hasPrefix("subscription.") && entry.key.hasSuffix(".product")
        || path.steps == [.key("subscription")]
          && (entry.key == "product" || entry.key.hasSuffix(".product"))
      if isFact { findName(in: entry.value, file, at: place) }
      if path.steps == [.key("content"), .key("badge")], entry.key == name {
        add(file, place, isKey: true, entry.keyRange)
      }
      findProducts(in: entry.value, file, at: place)
    }
  }

  private mutating func findName(in node: Node, _ file: String, at path: DocumentPath) {
    if node.scalar?.text == name { add(file, path, isKey: false, node.range) }
    for (index, item) in (node.items ?? []).enumerated() where item.scalar?.text == name {
      add(file, path.appending(.index(index)), isKey: false, item.range)
    }
  }

  private mutating func add(
    _ file: String, _ path: DocumentPath, isKey: Bool, _ range: SourceRange
  ) {
    uses.append(Place(file: file, path: path, isKey: isKey, range: range))
  }
}

extension NameUses.Kind {
  /// `nil` for attributes, whose uses are recorded apart.
  fileprivate var entity: EntityKind? {
    switch self {
    case .paywall: .paywall
    case .product: .product
    case .audience: .audience
    case .persona: .persona
    case .offer: .offer
    case .attribute: nil
    }
  }

  /// The file and the key under which names are declared; `nil` for files of their own.
  fileprivate var declaration: (file: String, section: String)? {
    switch self {
    case .paywall, .persona: nil
    case .product: (EntityKind.product.file(declaring: ""), "products")
    case .audience: (EntityKind.audience.file(declaring: ""), "audiences")
    case .offer: (EntityKind.offer.file(declaring: ""), "offers")
    case .attribute: (ConfigurationPath.attributes, "attributes")
    }
  }
}

extension NameUses {
  /// The edits of one file that give the name another text.
  package func edits(of file: String, to new: String) -> [Edit] {
    let places = ([declaration].compactMap(\.self) + uses).filter { $0.file == file }
    // Values first: a path with a renamed key would not be found.
    return places.filter { !$0.isKey }.map { .set($0.path, .text(new)) }
      + places.filter(\.isKey).sorted { $0.path.steps.count > $1.path.steps.count }
      .map { .rename($0.path, new) }
  }

  /// The files to edit, sorted.
  package var files: [String] {
    Set(([declaration].compactMap(\.self) + uses).map(\.file)).sorted()
  }
}
