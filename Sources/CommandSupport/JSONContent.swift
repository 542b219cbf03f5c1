package import HTTPDocuments
package import PaywallCatalog

/// Content that an encoder can write.
package struct JSONContent: Encodable, ContentConvertible {
  package static let schema = Schema.anything
  package let content: Content

  package init(_ content: Content) { self.content = content }

  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .null: try single(encoder) { try $0.encodeNil() }
    case .boolean(let value): try single(encoder) { try $0.encode(value) }
    case .integer(let value): try single(encoder) { try $0.encode(value) }
    case .number(let value): try single(encoder) { try $0.encode(value) }
    case .text(let value): try single(encoder) { try $0.encode(value) }
    case .list(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(JSONContent(item)) }
    case .object(let members):
      var container = encoder.container(keyedBy: MemberName.self)
      for member in members {
        try container.encode(JSONContent(member.value), forKey: MemberName(member.key))
      }
    case .localised(let values):
      var container = encoder.container(keyedBy: MemberName.self)
      for (locale, value) in values {
        try container.encode(JSONContent(value), forKey: MemberName(locale))
      }
    }
  }

  private func single(
    _ encoder: any Encoder, _ write: (inout any SingleValueEncodingContainer) throws -> Void
  ) throws {
    var container = encoder.singleValueContainer()
    try write(&container)
  }
}

extension Content {
  /// The content indented like the files, for reading.
  package var outline: String { lines(indent: "").joined(separator: "\n") }

  private func lines(indent: String) -> [String] {
    switch self {
    case .object(let members):
      return members.flatMap { member -> [String] in
        if let inline = member.value.inline { return ["\(indent)\(member.key): \(inline)"] }
        return ["\(indent)\(member.key):"] + member.value.lines(indent: indent + "  ")
      }
    case .list(let items):
      return items.flatMap { item -> [String] in
        if let inline = item.inline { return ["\(indent)- \(inline)"] }
        return ["\(indent)-"] + item.lines(indent: indent + "  ")
      }
    default:
      return ["\(indent)\(inline ?? "")"]
    }
  }

  private var inline: String? {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .text(let text): text
    case .list(let items): items.isEmpty ? "[]" : nil
    case .object(let members): members.isEmpty ? "{}" : nil
    case .localised: nil
    }
  }
}
