package import PaywallTextCoding

extension JSONText {
  /// Appends content; a localised place that is still open is written as an object of locales.
  package mutating func content(_ content: Content) {
    switch content {
    case .null: raw("null")
    case .boolean(let value): boolean(value)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .text(let text): string(text)
    case .list(let items): list(items) { $0.content($1) }
    case .object(let members): object(members)
    case .localised(let values):
      let keys = values.keys.sorted(byUTF8: \.self)
      object(keys.map { Content.Member($0, values[$0] ?? .null) })
    }
  }

  private mutating func object(_ members: [Content.Member]) {
    raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { raw(",") }
      string(member.key)
      raw(":")
      content(member.value)
    }
    raw("}")
  }
}
