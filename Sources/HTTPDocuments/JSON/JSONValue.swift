/// A JSON document as sent: order kept, whole numbers distinct from decimals.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number without fraction or exponent that fits 64 bits.
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
    /// The place of the name.
    package let place: Problem.Place

    package init(_ name: String, _ value: JSONValue, at place: Problem.Place) {
      self.name = name
      self.value = value
      self.place = place
    }
  }

  /// A whole number, even if written with a zero fraction: 1.0 is 1.
  package var whole: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// The kind, in the words of the JSON standard.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .text: "a string"
    case .list: "an array"
    case .object: "an object"
    }
  }
}
