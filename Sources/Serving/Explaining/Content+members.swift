import PaywallCatalog

extension Content {
  /// An object without the members that are absent.
  static func members(_ members: (String, Content?)...) -> Content {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  static func moment(_ moment: Timestamp?) -> Content? { moment.map { .text($0.rfc3339) } }

  static func count(_ number: Int?) -> Content? { number.map { .integer(Int64($0)) } }
}
