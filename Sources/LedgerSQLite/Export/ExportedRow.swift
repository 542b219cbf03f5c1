import PaywallCatalog

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

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }
  }

  package init(table: String, cells: [Cell]) {
    self.table = table
    self.cells = cells
  }

  /// The text of a cell, if it has one.
  func text(_ column: String) -> String? {
    guard case .text(let text)? = cells.first(where: { $0.column == column })?.value else {
      return nil
    }
    return text
  }

  func environment(_ column: String) -> AppStoreEnvironment? {
    text(column).flatMap { AppStoreEnvironment(rawValue: $0) }
  }
}

/// What became of a row that was restored.
package enum RestoreOutcome: Hashable, Sendable {
  case restored
  /// The ledger has it; nothing changed.
  case already
  /// Why it was not restored, as the end of a sentence.
  case refused(String)
}
