import Ledger
import PaywallCatalog
import PaywallTextCoding

extension SQLTables {
  /// Removes the row of a record, or what a table keeps beside it.
  func remove(
    from table: String, like key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run("DELETE FROM \(table) WHERE \(RecordKey.isRow)", Self.values(key, in: environment))
  }

  /// Removes all rows of a unit.
  func remove(
    from table: String, ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM \(table) WHERE environment = ? AND unit = ?", environment.cell, Cell.text(unit))
  }

  package func hasRows(_ table: TableDescription) throws -> Bool {
    try finds("SELECT 1 FROM \(table.name) LIMIT 1")
  }

  /// Whether nothing is kept.
  package func hasNoRows() throws -> Bool {
    try TableDescription.all.allSatisfy { try !hasRows($0) }
  }
}
