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
  }

  package init(table: String, cells: [Cell]) {
    self.table = table
    self.cells = cells
  }

  subscript(column: String) -> Value {
    cells.first { $0.column == column }?.value ?? .null
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
