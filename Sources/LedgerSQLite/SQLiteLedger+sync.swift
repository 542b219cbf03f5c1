package import AppStore
package import PaywallCatalog
package import Ledger
import LedgerStorage

extension SQLiteLedger {
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> JobState? {
    try await writer.write { try $0.claim(claim, at: now) }
  }

  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try await writer.write { try $0.release(job, by: holder) }
  }

  package func replay(
    _ notifications: [Verified<AppStore.Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let prepared = notifications.map {
      (payload: $0.payload, text: SQLiteTables.prepared(NewText($0)))
    }
    return try await writer.write { try $0.replay(prepared, progress, at: now) }
  }

  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let texts = FetchedTexts(fetched, prepare: SQLiteTables.prepared)
    return try await writer.write { try $0.store(fetched, texts: texts, at: now) }
  }

  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try await writer.write { try $0.want(id, in: environment, from: moment) }
  }
}
