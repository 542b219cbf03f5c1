package import AppStore
package import PaywallCatalog
package import Ledger
import PaywallSubscribers

extension MeasuredLedger {
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> JobState? {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.claim(claim, at: now)
    }
  }

  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.release(job, by: holder)
    }
  }

  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.progress(of: job)
    }
  }

  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try await read { () async throws(LedgerFailure) in
      try await ledger.hold(of: job)
    }
  }

  package func replay(
    _ notifications: [Verified<AppStore.Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let outcome = try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.replay(notifications, progress, at: now)
    }
    problems?.note(notifications.compactMap(\.payload.fact))
    return outcome
  }

  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let outcome = try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.store(fetched, at: now)
    }
    problems?.note(fetched.transactions.compactMap(\.payload.fact))
    return outcome
  }

  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.historyFetch(of: id, in: environment)
    }
  }

  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.wantedHistories(limit: limit, at: now)
    }
  }

  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.want(id, in: environment, from: moment)
    }
  }

  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.hasNotification(uuid)
    }
  }

  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.fullPricePurchases(grantedSince: moment, before: grant, limit: limit)
    }
  }

  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.fullPricePurchases(under: grants)
    }
  }
}
