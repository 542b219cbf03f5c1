package import PaywallCatalog
package import Ledger

extension PostgresLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await writer.write([.table("counts")]) { try $0.add(batch, at: now) }
  }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try await read { try $0.dailyCounts(of: experiment, in: environment).sorted() }
  }
}
