package import PaywallCatalog
package import Ledger
import LedgerStorage

extension PostgresLedger {
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    if let known = try await reader.read({ try $0.knownOutcomes(of: claim) }) { return known }
    let names =
      claim.visitor.ids.map { LockName.id($0, claim.environment) }
      + LockName.names(of: .identity(claim.customer), claim.environment)
    return try await writer.write(names) { try $0.record(claim, at: now) }
  }
}
