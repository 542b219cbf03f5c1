import PaywallCatalog
public import Foundation

/// A value of an attribute, as the app sends it.
public enum AttributeValue: Hashable, Codable, Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case list([String])

  /// A moment, written as RFC 3339.
  public static func time(_ date: Date) -> AttributeValue {
    .string(Timestamp(date).rfc3339)
  }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A list of texts.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
}
