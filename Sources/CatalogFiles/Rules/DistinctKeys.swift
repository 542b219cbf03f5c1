internal import Catalog
internal import YAMLText

extension Rule {
  /// A digest belongs to one API key: it decides the role of a caller.
  static let distinctKeys = Rule { draft, notebook in
    var first: [String: DeclaredKey] = [:]
    for key in draft.keys {
      guard let other = first[key.value.digest] else {
        first[key.value.digest] = key
        continue
      }
      notebook.error(
        .duplicate, at: key.places[.digest], "'\(other.value.name)' has this digest too",
        help: "make a key of its own for '\(key.value.name)' with 'paywall key create'")
    }
  }
}
