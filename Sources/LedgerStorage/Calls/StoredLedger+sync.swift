package import AppStore
package import Ledger
package import PaywallCatalog
package import Refunds

extension StoredLedger {
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> JobState? {
    try await write([.job(claim.job)]) { try $0.claim(claim, at: now) }
  }

  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try await write([.job(job)]) { try $0.release(job, by: holder) }
  }

  package func replay(
    _ notifications: [Verified<AppStore.Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let prepared = notifications.map { (payload: $0.payload, text: StoredText(NewText($0))) }
    let outcome = try await write(
      notifications.flatMap { LockName.names(of: $0.payload) },
      ahead: notifications.flatMap { AheadRequest.of($0.payload) }
    ) { try $0.replay(prepared, progress, at: now) }
    noteStored(notifications.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let texts = FetchedTexts(fetched) { StoredText($0) }
    let outcome = try await write(.nothing) { try $0.store(fetched, texts: texts, at: now) }
    noteStored(fetched.transactions.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try await write(.nothing) { try $0.want(id, in: environment, from: moment) }
  }

  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { try $0.dueRefundCases(at: now, limit: limit) }
  }

  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try await read(.list) { try $0.completeRefundCases(after: number, limit: limit) }
  }

  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { try $0.refundCases(named: id) }
  }

  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try await read(.list) {
      try $0.refundCounts(lateSince: now.adding(milliseconds: -RefundCounts.memory))
    }
  }

  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try await read(.request) { try $0.job(job)?.progress }
  }

  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try await read(.request) { try $0.job(job)?.hold }
  }

  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try await read(.request) { try $0.historyFetch(of: id, in: environment) }
  }

  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try await read(.list) { try $0.wanted(limit: limit, at: now) }
  }

  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try await read(.request) { try $0.isNoted(notification: uuid) }
  }

  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try await read(.list) { try $0.keptAside(after: number, limit: limit) }
  }

  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage {
    try await read(.list) { tables in
      let page = try tables.fullPricePurchases(
        grantedSince: moment, before: grant, limit: limit)
      return FullPricePage(
        reports: try page.found.withTexts { try tables.entries(ofChain: $0) }, next: page.next)
    }
  }

  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try await read(.list) { tables in
      try tables.fullPricePurchases(under: grants).withTexts { try tables.entries(ofChain: $0) }
    }
  }
}
