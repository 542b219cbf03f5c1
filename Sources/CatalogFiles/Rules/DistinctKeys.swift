internal import PaywallCatalog

extension ValidationRule {
  /// A digest belongs to one API key: it decides the role of a caller.
  static let distinctKeys = ValidationRule { draft, sink in
    for (key, other) in draft.keys.repeated(by: \.value.digest) {
      sink.error(
        .duplicate, at: key.places[.digest], "'\(other.value.name)' has this digest too",
        help: "make a key of its own for '\(key.value.name)' with 'paywall key create'")
    }
  }
}
