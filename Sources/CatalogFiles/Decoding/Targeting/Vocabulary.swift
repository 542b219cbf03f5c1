internal import Catalog
internal import YAMLText

/// What conditions and content may speak of: known before they are read.
struct Vocabulary {
  var schema = AttributeSchema(declared: [], groups: [])
  /// Whether the schema is whole; else an unknown attribute may be one of a file with mistakes.
  var isComplete = true
  /// The locales of the app, the default first; empty if they are not known.
  var locales: [String] = []

  /// Whether an attribute of this name is known, or may be.
  func attribute(_ name: String) -> Attribute? { schema[name] }

  /// For suggestions, which are made among so many only.
  var attributeNames: [String] {
    schema.attributes.prefix(Nearest.mostCandidates + 1).map(\.name)
  }
}
