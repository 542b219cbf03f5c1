internal import PaywallCatalog
internal import YAMLText

/// The names that conditions and content may use, known before they are decoded.
struct Vocabulary: Equatable {
  var schema = AttributeSchema(declared: [], groups: [])
  /// Whether the schema is complete; otherwise an unknown attribute may be declared in a file with
  /// mistakes.
  var isComplete = true
  /// The locales of the app, the default first; empty if unknown.
  var locales: [String] = []

  /// The moment of the check; `nil` if it does not matter.
  var now: Timestamp?

  /// A time in the past as an author writes it: now, to the minute.
  var pastTime: String {
    guard let now else { return "2026-01-22T09:00Z" }
    let minute = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 60_000)
    return minute.rfc3339.replacing(":00Z", with: "Z", maxReplacements: 1)
  }

  /// Before any file has been read.
  static let empty = Vocabulary()

  /// Whether an attribute of this name is known, or may be.
  func attribute(_ name: String) -> Attribute? { schema[name] }

  /// The names for suggestions, which use a limited number of them.
  var attributeNames: [String] {
    schema.attributes.prefix(Nearest.mostCandidates + 1).map(\.name)
  }
}
