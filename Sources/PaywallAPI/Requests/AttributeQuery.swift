package import HTTPDocuments
package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

/// The query of a request: attributes as items, `userId=user-7&attr.sessions=3`.
///
/// Built-in attributes have their own names, declared ones the prefix `attr.`. Other items are
/// ignored and counted. `+` is a plus (RFC 3986), not a space.
package struct AttributeQuery {
  package var attributes: [String: RawAttribute] = [:]
  /// A token that shows its holder a variant.
  package var preview: String?
  /// Items that name no attribute.
  package var ignored = 0
  /// The names of the first of them.
  package private(set) var unnamed: [String] = []

  /// Reads what follows the `?`. Mistakes name the item; the column counts from the query's start.
  package init(_ bytes: [UInt8], schema: AttributeSchema) throws(Problem) {
    guard !bytes.isEmpty else { return }
    attributes.reserveCapacity(8)
    var start = 0
    while start < bytes.count {
      var end = start
      var equals: Int?
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if end > start {
        let name = try Self.decoded(bytes[start..<(equals ?? end)], of: "a name")
        let value = try Self.decoded(bytes[(equals.map { $0 + 1 } ?? end)..<end], of: name)
        try add(name, value, schema)
      }
      start = end + 1
    }
  }

  private static let declared = Array("attr.".utf8)

  private mutating func add(
    _ item: String, _ value: String, _ schema: AttributeSchema
  ) throws(Problem) {
    var name = item
    var attribute: Attribute?
    if item.utf8.starts(with: Self.declared) {
      name = String(item.dropFirst(Self.declared.count))
      attribute = schema[name]
    } else if let known = schema[item], known.origin != .declared {
      attribute = known
    } else if item == "locales" {
      name = item
    } else if item == "preview" {
      guard preview == nil else {
        throw Problem(.malformedQuery, "'preview' is given twice; send it once.", field: item)
      }
      preview = value
      return
    } else {
      try MemberReader.refuseInQuery(item)
      ignored += 1
      if unnamed.count < Limits.attributes { unnamed.append(item) }
      return
    }
    try Limits.check(value, of: name)
    if attribute?.type == .list || item == "locales" {
      if case .list(let values)? = attributes[name] {
        attributes[name] = .list(values + [value])
      } else {
        attributes[name] = .list([value])
      }
    } else {
      guard attributes.updateValue(.text(value), forKey: name) == nil else {
        throw Problem(
          .duplicateAttribute, "The attribute is given twice; send it once.", field: name)
      }
    }
    try Limits.check(count: attributes.count)
  }

  /// Percent-decodes; rejects a stray `%` and invalid UTF-8.
  private static func decoded(
    _ bytes: ArraySlice<UInt8>, of name: String
  ) throws(Problem) -> String {
    guard let text = percentDecoded(bytes) else {
      throw Problem(
        .malformedQuery,
        "The value is not percent-encoded UTF-8; encode every % as %25.",
        field: name, place: Problem.Place(line: 1, column: bytes.startIndex + 1))
    }
    return text
  }
}
