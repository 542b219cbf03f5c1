package import Ledger

extension Ledger {
  /// Reads tables for analysis, all as of one moment, on a connection of its own.
  package func readPlain<Output: Sendable>(
    _ body: @escaping @Sendable (any SQLTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await read(.scan) { tables in
      guard let tables = tables as? any SQLTables else {
        throw LedgerFailure.unavailable("it has no tables")
      }
      return try body(tables)
    }
  }
}
