import Ledger

extension SQLTables {
  package func hasRows(_ table: TableDescription) throws -> Bool {
    try finds("SELECT 1 FROM \(table.name) LIMIT 1")
  }

  /// Whether nothing is kept.
  package func hasNoRows() throws -> Bool {
    try TableDescription.all.allSatisfy { try !hasRows($0) }
  }
}
