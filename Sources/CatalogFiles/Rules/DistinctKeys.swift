internal import PaywallCatalog

extension ValidationRule {
  /// A digest belongs to one API key: it decides the role of a caller.
  static let distinctKeys = ValidationRule { draft, sink in
    var first: [String: DeclaredKey] = [:]
    for key in draft.keys {
      guard let other = first[key.value.digest] else {
        first[key.value.digest] = key
        continue
      }
      sink.error(
        .duplicate, at: key.places[.digest], "'\(other.value.name)' has this digest too",
        help: "make a key of its own for '\(key.value.name)' with 'paywall key create'")
    }
  }
}
