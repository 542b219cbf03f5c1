package import PaywallCatalog

extension String: ContentConvertible {
  package static var schema: Schema { .text }
  package var content: Content { .text(self) }
}

extension Content: ContentConvertible {
  package static var schema: Schema { .anything }
  package var content: Content { self }

  /// An object without the members that have no value.
  package static func members(_ members: (String, (any ContentConvertible)?)...) -> Content {
    .object(members.compactMap { name, value in value.map { Member(name, $0.content) } })
  }
}

extension Bool: ContentConvertible {
  package static var schema: Schema { .boolean }
  package var content: Content { .boolean(self) }
}

/// A count, unless a schema says otherwise.
extension Int: ContentConvertible {
  package static var schema: Schema { .integer(from: 0) }
  package var content: Content { .integer(Int64(self)) }
}

extension Int64: ContentConvertible {
  package static var schema: Schema { .integer() }
  package var content: Content { .integer(self) }
}

extension Double: ContentConvertible {
  package static var schema: Schema { ["type": "number"] }
  package var content: Content { .number(self) }
}

extension Timestamp: ContentConvertible {
  package static var schema: Schema { .moment }
  package var content: Content { .text(rfc3339) }
}

extension Array: ContentConvertible where Element: ContentConvertible {
  package static var schema: Schema { .list(of: Element.schema) }
  package var content: Content { .list(map(\.content)) }
}

extension Dictionary: ContentConvertible where Key == String, Value: ContentConvertible {
  package static var schema: Schema { .map(to: Value.schema) }
  package var content: Content {
    .object(sorted { $0.key < $1.key }.map { Content.Member($0.key, $0.value.content) })
  }
}
