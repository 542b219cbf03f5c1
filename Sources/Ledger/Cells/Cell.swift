package import PaywallCatalog

/// How values are stored in the cells of a row.
package protocol CellForm {}

extension CellForm {
  package static func moment(_ moment: Timestamp?) -> SQLValue {
    moment.map { .integer($0.milliseconds) } ?? .null
  }

  package static func number(_ number: (some BinaryInteger)?) -> SQLValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  package static func flag(_ flag: Bool?) -> SQLValue {
    flag.map { .integer($0 ? 1 : 0) } ?? .null
  }

  /// Returns `count` times `?`, for the values of a row.
  package static func placeholders(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

/// Cells that all databases store alike.
package enum PlainCell: CellForm {}

/// Cells of one database, which stores texts in a form of its own.
package protocol DatabaseCell: CellForm {
  /// A text from outside.
  static func text(_ text: String?) -> SQLValue
  /// A word, often of a known list.
  static func word(_ text: String?) -> SQLValue
  /// A text that is stored verbatim.
  static func plain(_ text: String?) -> SQLValue
  static func part(_ part: PackedText.Part) -> SQLValue

  static func text(of value: SQLValue) -> String?
  /// `nil` also for a word of a later version.
  static func word(of value: SQLValue) -> String?
  static func plain(of value: SQLValue) -> String?
  static func part(of value: SQLValue) throws -> PackedText.Part
}

extension Timestamp {
  package static var epoch: Timestamp { Timestamp(milliseconds: 0) }
}

/// The value of a cell.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}
