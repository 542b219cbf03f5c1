package import Ledger
import TextCoding

/// A part of an export, in the order of the file.
package enum ExportedItem: Sendable {
  /// The salt of the ledger's hashes, in hexadecimal: rows that hold hashes mean nothing without it.
  case ledger(salt: String)
  case text(LedgerEntry)
  case row(ExportedRow)
}

extension SQLiteLedger {
  /// Everything that the ledger keeps, as of one moment. The log beside the file grows with what is
  /// written meanwhile.
  ///
  /// - Parameter onlyTexts: only what Apple signed.
  package func export(
    onlyTexts: Bool = false, _ write: @escaping @Sendable (ExportedItem) -> Void
  ) async throws(LedgerFailure) {
    try await read { tables in
      if !onlyTexts { write(.ledger(salt: tables.salt.hexadecimal)) }
      var number: Int64 = 0
      while let last = try tables.export(textsAfter: number, write) { number = last }
      guard !onlyTexts else { return }
      for table in ExportedTable.all { try tables.export(table, write) }
    }
  }
}

extension SQLiteTables {
  /// Writes a page of texts.
  ///
  /// - Returns: the number of the last one; `nil` after the end.
  fileprivate func export(
    textsAfter number: Int64, _ write: (ExportedItem) -> Void
  ) throws -> Int64? {
    let page = try entries(after: number, limit: 500)
    for entry in page { write(.text(entry)) }
    return page.last?.number
  }

  fileprivate func export(_ table: ExportedTable, _ write: (ExportedItem) -> Void) throws {
    let names = table.customer == nil ? [] : ExportedTable.customerNames
    let columns = table.columns.map { ($0.name, $0.kind) } + names
    _ = try each(table.query) { row in
      var cells: [ExportedRow.Cell] = []
      for (index, column) in columns.enumerated() {
        let value = try column.1.value(of: row[index])
        if value != .null { cells.append(ExportedRow.Cell(column.0, value)) }
      }
      write(.row(ExportedRow(table: table.name, cells: cells)))
    }
  }
}
