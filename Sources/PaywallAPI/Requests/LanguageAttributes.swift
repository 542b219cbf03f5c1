package import PaywallDecisions

/// The attributes that name the languages of a visitor.
package enum LanguageAttributes {
  /// Of the languages in order of preference.
  package static let lists = ["locale", "locales"]

  /// Adds the lists of a query to the attributes of a body that name no language.
  package static func add(
    _ query: [String: RawAttribute], to attributes: inout [String: RawAttribute]
  ) {
    guard !query.isEmpty,
      (lists + ["language"]).allSatisfy({ attributes[$0] ?? .null == .null })
    else { return }
    for name in lists { attributes[name] = query[name] }
  }
}

extension MemberReader {
  /// The member `locales` counts as the attribute of that name.
  mutating func locales(into attributes: inout [String: RawAttribute]) throws(Problem) {
    guard let member = take("locales") else { return }
    let value = RawAttribute(member.value)
    switch value {
    case .null: return
    case .text, .list:
      if attributes["locales"] ?? .null == .null { attributes["locales"] = value }
    default: throw Self.wrong(member, "a list of languages, such as [\"ca-ES\", \"de-DE\"]")
    }
  }
}
