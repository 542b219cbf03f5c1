package import HTTPDocuments
package import PaywallDecisions

/// The attributes that name the languages of a visitor.
package enum LanguageAttributes {
  /// The attributes that list languages in order of preference.
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
  package mutating func locales(into attributes: inout [String: RawAttribute]) throws(Problem) {
    guard let member = take("locales") else { return }
    let value = RawAttribute(member.value)
    switch value {
    case .null: return
    case .text, .list:
      if attributes["locales"] ?? .null == .null { attributes["locales"] = value }
    default: throw Self.noLanguages(member)
    }
  }

  /// The first item that is not text is named: a writer of YAML meant Norwegian by `no`.
  private static func noLanguages(_ member: JSONValue.Member) -> Problem {
    let expected = "an array of languages, such as [\"ca-ES\", \"de-DE\"]"
    guard case .list(let items) = member.value,
      let index = items.firstIndex(where: { if case .text = $0 { false } else { true } })
    else { return wrong(member, expected) }
    let quotes =
      if case .boolean = items[index] {
        " If it comes from YAML, put it in quotes: some readers take no for false."
      } else {
        ""
      }
    return Problem(
      .wrongType,
      "'locales[\(index)]' is \(items[index].kind), and 'locales' must be \(expected).\(quotes)",
      field: "locales", place: member.place)
  }
}
