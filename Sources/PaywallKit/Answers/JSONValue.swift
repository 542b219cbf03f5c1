import Foundation
import PaywallCatalog

/// Content of a paywall as the server's team wrote it, in the visitor's language: JSON.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; `nil` without one, and of anything but an object.
  public subscript(_ member: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[member]
  }

  /// The text of a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number of an integer or a number.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The value of a boolean.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The values of an array.
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

extension JSONValue {
  /// Reads an answer of the server. Members that this version does not know are ignored. A type for
  /// each shape would make the app larger. `nil` if the text is no JSON.
  init?(_ text: Data) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: text) else { return nil }
    self = value
  }

  /// A member of an object that is not `null`.
  func present(_ member: String) -> JSONValue? { self[member].flatMap { $0 == .null ? nil : $0 } }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// An integer that fits into an `Int`, which has 32 bits on older watches.
  var int: Int? { integer.flatMap { Int(exactly: $0) } }

  /// The date that a string holds by RFC 3339.
  var date: Date? { string.flatMap { Timestamp(rfc3339: $0)?.date } }
}

extension JSONValue {
  /// Containers hash by their size alone.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let number): hasher.combine(number)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let values): hasher.combine(values.count)
    case .object(let members): hasher.combine(members.count)
    }
  }
}

extension JSONValue: Codable {
  /// Reads any JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}
