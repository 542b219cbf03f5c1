import AppStore
import HTTPDocuments
import Ledger
import PaywallCatalog

// Verified evidence is kept whatever the response is: a redemption that was shown once counts in
// every later request. Texts that the ledger has already cost no write.
extension CustomerResolver {
  /// Keeps a request's evidence before the response is sent.
  ///
  /// - Throws: `ledgerUnavailable` if it cannot be kept now. Evidence that contradicts the ledger
  ///   is not kept.
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

  /// Keeps a request's evidence, and then its sighting, in the background: the response neither
  /// waits nor fails.
  func keepBeside(_ resolution: CustomerResolution, seen claim: SightingClaim? = nil) {
    guard resolution.unkept != nil || claim != nil else { return }
    evidenceQueue.keep(resolution.unkept, seen: claim)
  }

  /// Keeps evidence that was verified for another purpose. Evidence of no customer is not kept.
  func keepOrQueue(_ evidence: Evidence, at now: Timestamp) async {
    guard let found = try? await find(evidence) else { return }
    await keepOrQueue(found, at: now)
  }

  /// Keeps the evidence of a request that grants nothing: before the response, or in the background
  /// if the ledger is unavailable.
  func keepOrQueue(_ resolution: CustomerResolution, at now: Timestamp) async {
    do throws(Problem) {
      try await keep(resolution, at: now)
    } catch {
      keepBeside(resolution)
    }
  }
}
