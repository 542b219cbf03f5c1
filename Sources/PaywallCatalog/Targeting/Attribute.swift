/// A fact about a visitor that audiences may test.
package struct Attribute: Sendable {
  package var name: String
  package var type: AttributeType
  /// The values a text attribute may have; empty is any.
  package var values: [String]
  package var origin: Origin

  package init(name: String, type: AttributeType, values: [String] = [], origin: Origin) {
    self.name = name
    self.type = type
    self.values = values
    self.origin = origin
  }

  /// The source of an attribute.
  package enum Origin: Sendable {
    /// Declared in `targeting/attributes.yaml` and sent by the app.
    case declared
    /// Known to every app, and sent by it.
    case builtIn
    /// Computed by the server; an app that sends one is refused with `reservedAttribute`.
    case computed
  }
}

/// The type a value of an attribute is read as.
package enum AttributeType: String, CaseIterable, Sendable {
  case string, integer, number, boolean, version, time, list
}

/// A value of an attribute, read by the attribute's type.
package enum AttributeValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case version(Version)
  case time(Timestamp)
  case list([String])
}

#if Server
extension Attribute: Hashable {}
#endif
