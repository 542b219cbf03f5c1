package import Ledger
package import PaywallCatalog
import PaywallTextCoding

/// A row of an export: what a ledger keeps beside the texts that Apple signed.
package struct ExportedRow: Hashable, Sendable {
  package var table: String
  /// In the order of the table.
  package var cells: [Cell]

  package struct Cell: Hashable, Sendable {
    package var column: String
    package var value: Value

    package init(_ column: String, _ value: Value) {
      self.column = column
      self.value = value
    }
  }

  package enum Value: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case text(String)

    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    package init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }
  }

  package init(table: String, cells: [Cell]) {
    self.table = table
    self.cells = cells
  }

  /// The text of a cell, if it has one.
  package func text(_ column: String) -> String? {
    guard case .text(let text)? = cells.first(where: { $0.column == column })?.value else {
      return nil
    }
    return text
  }

  package func environment(_ column: String) -> AppStoreEnvironment? {
    text(column).flatMap { AppStoreEnvironment(rawValue: $0) }
  }
}

/// The outcome of restoring a row.
package enum RestoreOutcome: Hashable, Sendable {
  case restored
  /// The ledger has it; nothing changed.
  case already
  /// Why it was not restored, as the end of a sentence.
  case refused(String)
}

extension ColumnDescription.Kind {
  /// A cell as an export shows it.
  ///
  /// - Throws: `UnreadableRow` for a cell that no ledger writes.
  package func value<Cell: DatabaseCell>(
    of cell: SQLValue, as _: Cell.Type
  ) throws -> ExportedRow.Value {
    switch (self, cell) {
    case (_, .null): .null
    case (.text, _), (.word, _), (.plain, .text):
      text(of: cell, as: Cell.self).map { .text($0) } ?? .null
    case (.number, .integer(let number)), (.serial, .integer(let number)),
      (.sum, .integer(let number)), (.customer, .integer(let number)):
      .number(number)
    case (.flag, .integer(let number)): .flag(number != 0)
    case (.environment, .integer(let code)):
      .text(try AppStoreEnvironment(code: Int(code)).rawValue)
    case (.moment, .integer(let number)): .text(Timestamp(milliseconds: number).rfc3339)
    case (.bytes, .bytes(let bytes)): .text(bytes.hexadecimal)
    default: throw UnreadableRow("a cell of another kind")
    }
  }

  /// `nil` for a value that no export has in such a column.
  package func cell<Cell: DatabaseCell>(
    of value: ExportedRow.Value, as _: Cell.Type
  ) -> SQLValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.text, .text(let text)): Cell.text(text)
    case (.plain, .text(let text)): Cell.plain(text)
    case (.word, .text(let text)): Cell.word(text)
    case (.number, .number(let number)), (.serial, .number(let number)),
      (.sum, .number(let number)):
      .integer(number)
    case (.flag, .flag(let flag)): Cell.flag(flag)
    case (.environment, .text(let word)): AppStoreEnvironment(rawValue: word)?.cell
    case (.moment, .text(let text)): Timestamp(rfc3339: text).map { Cell.moment($0) }
    case (.bytes, .text(let text)): [UInt8](hexadecimal: text).map { .bytes($0) }
    default: nil
    }
  }
}
