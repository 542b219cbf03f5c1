import Ledger

extension Ledger {
  /// Does a job that the work claims, and gives the claim back, also after a failure.
  func doing(
    _ job: String, as holder: String, _ work: () async throws(LedgerFailure) -> Void
  ) async throws(LedgerFailure) {
    do throws(LedgerFailure) {
      try await work()
    } catch {
      try? await release(job, by: holder)
      throw error
    }
    try await release(job, by: holder)
  }
}
