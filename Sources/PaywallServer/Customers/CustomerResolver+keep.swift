import AppStore
import Catalog
import Ledger
import PaywallAPI

// What was verified as the customer's is kept whatever the answer is: a redemption that was shown
// once counts in every later request. Texts that are here already cost no write.
extension CustomerResolver {
  /// Keeps the evidence of a request before its answer leaves.
  ///
  /// - Throws: `ledgerUnavailable` if it cannot be kept now. Evidence that contradicts what is here
  ///   is nobody's, and is not kept.
  func keep(_ resolution: CustomerResolution, at now: Timestamp) async throws(Problem) {
    guard let evidence = resolution.unkept else { return }
    do throws(LedgerFailure) {
      _ = try await ledger.append(evidence, user: nil, at: now)
      metrics.keeping(.kept)
    } catch {
      guard case .unavailable = error else { return metrics.keeping(.refused) }
      throw failures.problem(error)
    }
  }

  /// Keeps the evidence of a request beside its answer, which neither waits nor fails for it.
  func keepBeside(_ resolution: CustomerResolution) {
    if let evidence = resolution.unkept { evidenceQueue.keep(evidence) }
  }

  /// Keeps evidence that was verified for something else than a customer's answer. What is nobody's is
  /// left.
  func keepOrQueue(_ evidence: Evidence, at now: Timestamp) async {
    guard let found = try? await find(evidence) else { return }
    await keepOrQueue(found, at: now)
  }

  /// Keeps the evidence of a request that grants nothing: before its answer, or beside it while the
  /// ledger cannot be written.
  func keepOrQueue(_ resolution: CustomerResolution, at now: Timestamp) async {
    do throws(Problem) {
      try await keep(resolution, at: now)
    } catch {
      keepBeside(resolution)
    }
  }
}
