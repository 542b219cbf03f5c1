package import AppStore
package import PaywallCatalog
package import PaywallSubscribers

/// Stores verified facts and what follows from them: customers, links, grants and recorded
/// assignments. Everything a function wrote is durable when it returns.
///
/// A **customer** is Apple's: (environment, `appTransactionId`), or one `originalTransactionId`
/// until a fact of it carries an `appTransactionId`; it then belongs to that customer. Links from
/// users never merge customers, and nothing crosses an environment.
package protocol Ledger:
  DetailLedger, SightingLedger, ConflictLedger, TimelineLedger, CountingLedger, MoneyLedger,
  PurchaseLedger, ErasureLedger, HoldoutLedger, SyncLedger, AsideLedger, RefundLedger,
  ResultsLedger
{
  /// Stores a notification and what is signed inside it. `.already` changed nothing.
  func append(
    _ notification: Verified<Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended

  /// Stores what an app or a server presented, and links the user if one is named. Texts that are
  /// stored already change nothing.
  ///
  /// - Returns: the customer's history with it.
  /// - Throws: `renewalInfoWithoutTransaction` for renewal info of a purchase that is neither
  ///   stored nor in the evidence; then nothing is stored. `severalCustomers` if stored facts show
  ///   that the purchases belong to different customers.
  func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory

  /// The histories of the customers of a name; a user may be linked to several, and several
  /// provisional ones may share none of their ids. Empty if none is known.
  func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory]

  /// What is known of the customer of a piece of evidence, and whether the evidence is stored, in
  /// one read. Writes nothing.
  ///
  /// - Throws: `severalCustomers` as `append` would.
  func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer

  /// Links a user to a known customer; `false` if the customer is unknown.
  func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool

  /// Takes places in the limits of offers, each checked and written in one transaction with its
  /// attempt and, for an offer of an experiment, the recorded assignment. Customers whom Apple has
  /// named for one purchase chain count as one in all limits. In the order of the requests; a
  /// refusal does not affect the others, and its evidence is stored all the same.
  func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome]

  /// Grants that count for the UTC day of `now`, by key of the offer.
  func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int]

  /// Stores exposures in one transaction: the first of a unit with its assignment, a later one as a
  /// count, a contradicting one as a conflict. The first in production freezes the terms of its
  /// phase; test traffic neither freezes terms nor is checked against them. In the order of the
  /// exposures.
  func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome]

  /// Adds an alias: an anonymous id is a user's. The first alias of an anonymous id wins, unless a
  /// stronger voucher names another user. A known user's id cannot be an anonymous id, and a user
  /// has at most 64 aliases. Recorded assignments of different variants under the two ids become a
  /// conflict; if only an app vouches, only those of the anonymous id do.
  func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome

  /// Whether an id stands in an alias, as the user's or as the anonymous one.
  func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool

  /// Whether there could be recorded assignments of a unit, or of an anonymous id that is surely an
  /// alias of it, answered from memory. `false` is certain.
  func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool

  /// The recorded assignments of a request's ids: those of the user, of the user's anonymous ids
  /// with a strong voucher, and of the anonymous id in the same request unless it is known as a
  /// user's. Each with the unit that it was drawn with. Sorted by unit, then by time.
  func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment]

  /// The same, from memory. `nil` if it is not cached: call `assignments`.
  func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]?

  /// The terms that phases began with, to check a configuration before it is served.
  func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms]

  /// The exposures of a phase by variant, sorted by name. Reads every record.
  func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts]

  /// Erases a person: facts, evidence, links, and the recorded assignments, exposures and aliases
  /// of the linked user ids and of the anonymous ids that are surely aliases of them. Records of
  /// aliases that only an app has claimed could be another person's, and stay. Hashed marks stay,
  /// so that limits and introductory use still hold if the customer comes back.
  ///
  /// - Parameter values: what of the erased goes on to count in results; `nil` is nothing.
  /// - Returns: how many customers were erased.
  func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int

  /// Stores that all transactions of the customers were fetched from Apple at `moment`.
  func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure)

  /// Stored texts in the order in which they came, page by page: at most `limit` with a number
  /// greater than `number`.
  func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry]

  /// Stored texts of one customer or user, in the order in which they came.
  func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry]

  /// Checks by a write without effect that the ledger can be written; for readiness.
  func check() async throws(LedgerFailure)

  /// The number of offers redeemed after their grant had lapsed, since the ledger was created.
  func lateRedemptions() async throws(LedgerFailure) -> Int

  /// Ends all work and closes files. Later calls throw `unavailable`.
  func close() async
}
