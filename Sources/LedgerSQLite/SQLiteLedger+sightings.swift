package import PaywallCatalog
package import Ledger

extension SQLiteLedger {
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    if let known = try await reader.read({ try $0.knownOutcomes(of: claim) }) { return known }
    return try await writer.write { try $0.record(claim, at: now) }
  }
}
