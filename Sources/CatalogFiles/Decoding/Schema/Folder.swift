internal import PaywallCatalog

/// The names of a folder that its schemas use, regardless of mistakes.
struct Folder {
  let names: [EntityKind: Set<String>]
  /// Kinds of which some names may be unknown, because a file could not be read.
  let unread: Set<EntityKind>
  let attributes: [Attribute]
  /// Whether conditions may test only these attributes.
  let knowsAllAttributes: Bool
  /// The default first; empty if `app.yaml` has mistakes.
  let locales: [String]
  /// The definitions of conditions, created once for all files.
  var conditions: [(name: String, schema: JSONSchema)] = []

  /// In the order of their bytes; `nil` if there may be others.
  func names(of kind: EntityKind) -> [String]? {
    guard !unread.contains(kind), let names = names[kind] else { return nil }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
