package import PaywallCatalog

/// A value as it was sent, before it is read by the attribute's declared type. Query items are
/// `text`.
package enum RawAttribute: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([String])
  /// An object, or a list of values other than text: no attribute has such a type.
  case other
}

/// A problem of an attribute that was sent.
package enum AttributeIssue: Equatable, Sendable {
  /// Only the server may set it; the request is refused with `reservedAttribute`.
  case reserved(String)
  /// Not in `targeting/attributes.yaml`; ignored, and counted.
  case undeclared(String)
  /// Cannot be read as its type: unknown in conditions, and counted.
  case mistyped(String, expected: AttributeType)
  /// An id that is a word of programs (`PlaceholderId`): as if it were not sent, and counted.
  case placeholder(String)
  /// A built-in attribute whose value is none, such as the country ZZ: unknown in conditions, and
  /// counted.
  case unusable(String)

  package var attribute: String {
    switch self {
    case .reserved(let name), .undeclared(let name), .mistyped(let name, _),
      .placeholder(let name), .unusable(let name):
      name
    }
  }
}

extension RawAttribute {
  /// Whether it is an id that counts as not sent.
  package var isPlaceholder: Bool {
    if case .text(let text) = self { PlaceholderId.contains(text) } else { false }
  }
}
