package import AppStore
package import PaywallCatalog

/// One answer of the App Store about one customer.
package struct FetchedFacts: Sendable {
  package var environment: AppStoreEnvironment
  /// The id that was asked for.
  package var id: String
  package var transactions: [Verified<Transaction>]
  package var renewals: [Verified<RenewalInfo>]
  /// Transactions of the page that cannot be trusted, and so are missing here.
  package var refused: Int
  /// The place of a page in the transaction history; `nil` for other answers.
  package var cursor: Cursor?
  /// True for answers of a backfill, which no webhook reports.
  package var isHistory: Bool

  /// The place of a page in a transaction history.
  package struct Cursor: Hashable, Sendable {
    /// The revision that was sent; `nil` for the first page of all.
    package var after: String?
    /// The revision that the answer has.
    package var revision: String?
    package var hasMore: Bool
    /// When the answer was asked for.
    package var askedAt: Timestamp
    /// The first page of a history that is read from its beginning again.
    package var isAnew: Bool

    package init(
      after: String?, revision: String?, hasMore: Bool, askedAt: Timestamp, isAnew: Bool = false
    ) {
      self.after = after
      self.revision = revision
      self.hasMore = hasMore
      self.askedAt = askedAt
      self.isAnew = isAnew
    }
  }

  package init(
    environment: AppStoreEnvironment, id: String, transactions: [Verified<Transaction>],
    renewals: [Verified<RenewalInfo>] = [], refused: Int = 0, cursor: Cursor? = nil,
    isHistory: Bool = false
  ) {
    self.environment = environment
    self.id = id
    self.transactions = transactions
    self.renewals = renewals
    self.refused = refused
    self.cursor = cursor
    self.isHistory = isHistory
  }
}

/// How far the transaction history of a customer was read.
package struct HistoryFetch: Hashable, Sendable {
  /// Apple's cursor: the next request continues there. `nil` before the first page.
  package var revision: String?
  /// The last request reached the end.
  package var isWhole = false
  /// Transactions that were not stored: an erased person had bought them, or they could not be read
  /// or trusted.
  package var skipped = 0
  /// When the fetch of the history falls due; `nil` if none is planned.
  package var wantedAt: Timestamp?
  package var finishedAt: Timestamp?
}

/// A customer whose history must be fetched.
package struct WantedHistory: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  /// An id that the App Store finds the customer by.
  package var id: String
  package var fetch: HistoryFetch
}

/// The outcome of storing notifications that were fetched.
package enum ReplayOutcome: Hashable, Sendable {
  case stored(ReplayCounts)
  /// Another process has the job; nothing was stored.
  case lostClaim
}

package struct ReplayCounts: Hashable, Sendable {
  /// The notifications that were never delivered, or not yet.
  package var new = 0
  package var already = 0
  /// Signed before the person of it was erased.
  package var erased = 0
}

/// The outcome of storing an answer about one customer.
package enum FetchOutcome: Hashable, Sendable {
  case stored(FetchCounts)
  /// Another process read this history meanwhile, or its customer was erased; nothing was stored.
  /// Continue from here.
  case outOfStep(HistoryFetch)
}

package struct FetchCounts: Hashable, Sendable {
  /// Transactions that were not known at all.
  package var new = 0
  /// The other texts that were stored.
  package var known = 0
  /// Bought before the person was erased.
  package var erased = 0
  /// Renewal info whose purchase is not known.
  package var unrelated = 0
  /// The ledger knows the customer, and keeps how far the history was read.
  package var hasCustomer = false
  /// The customer's history is complete.
  package var isComplete = false
}

extension HistoryFetch {
  package init(_ row: some LedgerRow) {
    self.init(
      revision: row.plain(optional: 0), isWhole: row.flag(1) ?? false, skipped: row.int(2),
      wantedAt: row.moment(3), finishedAt: row.moment(4))
  }
}
