package import AppStore
package import PaywallCatalog

extension MemoryLedger {
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> JobState? {
    try write { try $0.claim(claim, at: now) }
  }

  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try write { try $0.release(job, by: holder) }
  }

  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try read { $0.job(job)?.progress }
  }

  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try read { $0.job(job)?.hold }
  }

  package func replay(
    _ notifications: [Verified<Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let prepared = notifications.map { (payload: $0.payload, text: NewText($0)) }
    return try writeAtOnce { try $0.replay(prepared, progress, at: now) }
  }

  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let texts = FetchedTexts(fetched, prepare: MemoryTables.prepared)
    return try writeAtOnce { try $0.store(fetched, texts: texts, at: now) }
  }

  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try read { try $0.historyFetch(of: id, in: environment) }
  }

  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try read { try $0.wanted(limit: limit, at: now) }
  }

  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try write { try $0.want(id, in: environment, from: moment) }
  }

  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try read { $0.isNoted(notification: uuid) }
  }

  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage {
    try read { tables in
      let page = try tables.fullPricePurchases(
        grantedSince: moment, before: grant, limit: limit)
      return FullPricePage(
        reports: page.found.withTexts { tables.entries(ofChain: $0) }, next: page.next)
    }
  }

  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try read { tables in
      try tables.fullPricePurchases(under: grants).withTexts { tables.entries(ofChain: $0) }
    }
  }
}
