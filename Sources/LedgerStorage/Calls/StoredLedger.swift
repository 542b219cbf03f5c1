package import Ledger

/// Tables that are kept in a database.
package protocol StoredTables: LedgerTables {
  /// The texts after a number, sorted by number.
  func entries(after number: Int64, limit: Int) throws -> [LedgerEntry]
  func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry]
  func lateRedemptions() throws -> Int
}

/// A ledger in a database. Its calls that read are the same for each.
package protocol StoredLedger: Ledger {
  var conflictCounter: ConflictCounter { get }

  /// A read for a request, together with others.
  func answer<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output

  /// A read that may take long, which no request waits for.
  func read<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output
}
