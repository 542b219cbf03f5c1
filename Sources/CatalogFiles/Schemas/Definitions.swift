internal import PaywallCatalog

/// The definitions that the schemas of a folder share, by name; a schema contains those it refers
/// to.
struct Definitions {
  let folder: Folder
  /// The kinds that the edited file declares itself. Their names are suggested, but others are
  /// valid too: they may be new.
  let declared: Set<EntityKind>

  private var all: [(name: String, schema: JSONSchema)] {
    values + references + folder.conditions
  }

  private var values: [(String, JSONSchema)] {
    [
      ("boolean", .boolean), ("content", content), ("name", .name),
      ("period", .plain(Patterns.period)), ("share", .plain(Patterns.share)),
      ("text", .text), ("time", .plain(Patterns.time)),
    ]
  }

  private var references: [(String, JSONSchema)] {
    EntityKind.allCases.map { ($0.rawValue, reference($0)) } + [("show", show)]
  }

  /// The name of an entity of the folder.
  private func reference(_ kind: EntityKind, and word: String? = nil) -> JSONSchema {
    let open = kind == .product ? JSONSchema.storeIdentifier : .newName
    guard let names = folder.names(of: kind) else { return open }
    let words = JSONSchema.words(names + (word.map { [$0] } ?? []), else: open)
    return declared.contains(kind) ? .anyOf([words, open]) : words
  }

  private var show: JSONSchema { reference(.paywall, and: Show.nothingWord) }

  /// Anything; the locales of the app are suggested as keys.
  private var content: JSONSchema {
    let inner = JSONSchema.ref("content")
    let localised = folder.locales.enumerated().map { index, locale in
      (
        locale,
        inner.described(
          index == 0
            ? "For visitors who read \(locale), and for all whose language is not here."
            : "For visitors who read \(locale).")
      )
    }
    let mark: JSONSchema = ["description": .text("True if these keys are not locales.")]
    let properties = localised.isEmpty ? [] : localised + [("plain", mark)]
    return [
      "properties": .object(properties.map { Content.Member($0.0, $0.1.content) }),
      "additionalProperties": inner.content, "items": inner.content,
    ]
  }
}

extension Definitions {
  /// The whole schema of a kind of file, with the definitions that it needs, sorted by name.
  func document(_ kind: String, _ root: JSONSchema, title: String) -> Content {
    let head: JSONSchema = [
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "$id": .text("\(kind).json"),
      "title": .text(title),
    ]
    let known = Dictionary(all.map { ($0.name, $0.schema.content) }) { first, _ in first }
    var needed: Set<String> = []
    var open = root.content.references
    while let name = open.popLast() {
      guard needed.insert(name).inserted else { continue }
      open += known[name]?.references ?? []
    }
    let members = head.members + root.members
    guard !needed.isEmpty else { return .object(members) }
    let definitions = needed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      Content.Member($0, known[$0] ?? .boolean(true))
    }
    return .object(members + [Content.Member("$defs", .object(definitions))])
  }
}

extension Content {
  /// Names of the definitions that a schema refers to.
  fileprivate var references: [String] {
    switch self {
    case .list(let items): items.flatMap(\.references)
    case .object(let members):
      members.flatMap { member in
        guard member.key == "$ref", case .text(let pointer) = member.value else {
          return member.value.references
        }
        return [String(pointer.dropFirst("#/$defs/".count))]
      }
    default: []
    }
  }
}
