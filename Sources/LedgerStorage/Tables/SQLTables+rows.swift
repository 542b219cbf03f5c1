import Ledger

extension SQLTables {
  package func hasRows(_ table: TableDescription) throws -> Bool {
    try first("SELECT 1 FROM \(table.name) LIMIT 1") { _ in true } ?? false
  }

  /// Whether nothing is kept.
  package func hasNoRows() throws -> Bool {
    try TableDescription.all.allSatisfy { try !hasRows($0) }
  }
}
