package import PaywallCatalog
package import Ledger
import LedgerStorage

extension PostgresLedger {
  package func record(
    _ release: ServedRelease, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write([.table("timeline")]) { try $0.record(release, at: now) }
  }

  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write([.table("timeline")]) {
      try $0.keep(finding, of: experiment, phase: phase, at: now)
    }
  }
}
