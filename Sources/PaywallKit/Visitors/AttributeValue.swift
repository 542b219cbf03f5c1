public import Foundation

/// A value of an attribute, as the app sends it.
public enum AttributeValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case list([String])

  /// A moment, written as RFC 3339.
  public static func time(_ date: Date) -> AttributeValue {
    .string(date.rfc3339)
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

extension AttributeValue: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "string": self = .string(try coded.value())
    case "integer": self = .integer(try coded.value())
    case "number": self = .number(try coded.value())
    case "boolean": self = .boolean(try coded.value())
    case "list": self = .list(try coded.value())
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .string(let text): try encoder.encode(case: "string", text)
    case .integer(let number): try encoder.encode(case: "integer", number)
    case .number(let number): try encoder.encode(case: "number", number)
    case .boolean(let value): try encoder.encode(case: "boolean", value)
    case .list(let texts): try encoder.encode(case: "list", texts)
    }
  }
}
