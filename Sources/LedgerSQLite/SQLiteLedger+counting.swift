package import PaywallCatalog
package import Ledger

extension SQLiteLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await writer.write { try $0.add(batch, at: now) }
  }
}
