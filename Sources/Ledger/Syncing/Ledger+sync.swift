package import AppStore
package import PaywallCatalog
package import Refunds

extension Ledger {
  /// Takes a job that no other process holds, or holds on to it.
  ///
  /// - Returns: `nil` while another process holds it.
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> TakenJob? {
    try await write([.job(claim.job)]) { try $0.claim(claim, at: now) }
  }

  /// Ends a claim; another process can take the job at once. Progress stays.
  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try await write([.job(job)]) { try $0.release(job, by: holder) }
  }

  /// Stores notifications that were fetched, as if they had been delivered, and the progress of the
  /// job, in one transaction. One about an erased person that was signed before the erasure is
  /// skipped. The customers of new ones are wanted (`wantedHistories`).
  package func replay(
    _ notifications: [Verified<AppStore.Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let prepared = notifications.map { (payload: $0.payload, text: StoredText(NewText($0))) }
    let outcome = try await write(
      ahead: notifications.flatMap { AheadRequest.of($0.payload) }
    ) { try $0.replay(prepared, progress, at: now) }
    noteStored(notifications.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  /// Stores what was fetched of one customer, and how far the history was read, in one transaction.
  /// Skips purchases of an erased person from before the erasure. At the end of a history with
  /// nothing skipped the customer's history is complete.
  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let texts = EvidenceTexts(fetched)
    let outcome = try await write(.nothing) { try $0.store(fetched, texts: texts, at: now) }
    noteStored(fetched.transactions.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  /// Marks a customer as wanted from a moment on; `nil`: no more.
  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try await write(.nothing) { try $0.want(id, in: environment, from: moment) }
  }

  /// Open requests that are due, those with the earliest deadline first.
  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { try $0.dueRefundCases(at: now, limit: limit) }
  }

  /// Requests in the order in which they came: at most `limit` with a number greater than `number`.
  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try await read(.list) { try $0.completeRefundCases(after: number, limit: limit) }
  }

  /// Requests with this `notificationUUID`, or for the transaction of this id, in any environment.
  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { try $0.refundCases(named: id) }
  }

  /// The requests for refund information, counted for readiness and metrics.
  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try await read(.list) {
      try $0.refundCounts(lateSince: now.adding(milliseconds: -RefundCounts.memory))
    }
  }

  /// The progress of a job, held or not; `nil` if it never began.
  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try await read(.request) { try $0.job(job)?.progress }
  }

  /// Who does a job; `nil` if nobody does.
  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try await read(.request) { try $0.job(job)?.hold }
  }

  /// How far the history of a customer was read; by any id of a customer that the ledger knows.
  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try await read(.request) { try $0.historyFetch(of: id, in: environment) }
  }

  /// Customers whose history is to be fetched, those that have waited longest first.
  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try await read(.list) { try $0.wanted(limit: limit, at: now) }
  }

  /// Whether a notification is stored, or was before its person was erased.
  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try await read(.request) { try $0.isNoted(notification: uuid) }
  }

  /// At most `limit` with a number greater than `number`, in the order in which they came.
  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try await read(.list) { try $0.keptAside(after: number, limit: limit) }
  }

  /// Purchases at full price of products for which the customer had a signed offer, granted since a
  /// moment; the newest grant first. One page, so that a look never reads all customers at once.
  ///
  /// - Parameters:
  ///   - grant: `next` of the page before; `nil` for the first one.
  ///   - limit: the most grants that are looked at.
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

  /// The purchases under some grants, as they are now.
  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try await read(.list) { tables in
      try tables.fullPricePurchases(under: grants).withTexts { try tables.entries(ofChain: $0) }
    }
  }
}
