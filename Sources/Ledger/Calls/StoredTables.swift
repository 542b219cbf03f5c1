/// Tables that are kept in a database.
package protocol StoredTables: ReportTables {
  var units: UnitFilter { get }
  /// Whether everything that is written is forgotten again.
  var keepsNothing: Bool { get }

  /// The texts after a number, sorted by number.
  func entries(after number: Int64, limit: Int) throws -> [LedgerEntry]
  func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry]
  func lateRedemptions() throws -> Int
}

extension StoredTables {
  package var keepsNothing: Bool { false }
}
