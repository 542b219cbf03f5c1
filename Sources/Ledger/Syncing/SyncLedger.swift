package import AppStore
package import PaywallCatalog

/// What the jobs that ask the App Store keep: whose turn it is, how far they are, and what of an
/// answer is stored. A job's progress is written in one transaction with the facts that it covers.
package protocol SyncLedger: Sendable {
  /// Takes a job that no other process holds, or holds on to it.
  ///
  /// - Returns: `nil` while another process holds it.
  func claim(_ claim: JobClaim, at now: Timestamp) async throws(LedgerFailure) -> JobState?

  /// Ends a claim; another process can take the job at once. Progress stays.
  func release(_ job: String, by holder: String) async throws(LedgerFailure)

  /// The progress of a job, held or not; `nil` if it never began.
  func progress(of job: String) async throws(LedgerFailure) -> String?

  /// Who does a job; `nil` if nobody does.
  func hold(of job: String) async throws(LedgerFailure) -> JobHold?

  /// Stores notifications that were fetched, as if they had been delivered, and the progress of the
  /// job, in one transaction. One about an erased person that was signed before the erasure is
  /// skipped. The customers of new ones are wanted (`wantedHistories`).
  func replay(
    _ notifications: [Verified<Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome

  /// Stores what was fetched of one customer, and how far the history was read, in one transaction.
  /// What an erased person bought before the erasure is skipped. At the end of a history with
  /// nothing skipped the customer's history is complete.
  func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome

  /// How far the history of a customer was read; by any id of a customer that the ledger knows.
  func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch?

  /// Customers whose history is to be fetched, those that have waited longest first.
  func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory]

  /// Marks a customer as wanted from a moment on; `nil`: no more.
  func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure)

  /// Whether a notification is stored, or was before its person was erased.
  func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool

  /// Purchases at full price of products for which the customer had a signed offer, granted since a
  /// moment; the newest grant first. One page, so that a look never reads all customers at once.
  ///
  /// - Parameters:
  ///   - grant: `next` of the page before; `nil` for the first one.
  ///   - limit: the most grants that are looked at.
  func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage

  /// Those under some grants, as they are now.
  func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport]
}
