extension ValidationRule {
  /// A paywall extends another one, which extends none.
  static let paywallInheritance = ValidationRule { draft, sink in
    for paywall in draft.paywalls {
      guard let base = paywall.extends else { continue }
      if base.value == paywall.id {
        sink.error(
          .cycle, at: base.place, "a paywall cannot extend itself",
          help: "name another paywall, or remove the key")
      } else if let next = draft.paywallsById[base.value]?.extends {
        sink.error(
          .cycle, at: base.place,
          "'\(base.value)' extends '\(next.value)', and extending goes one level deep",
          help: "extend '\(next.value)', and write out what '\(base.value)' changes")
      }
    }
  }
}
