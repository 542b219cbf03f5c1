package import PaywallCatalog
package import Ledger
import LedgerStorage

extension PostgresLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await writer.write([.table("counts")]) { try $0.add(batch, at: now) }
  }
}
