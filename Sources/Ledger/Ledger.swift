package import AppStore
package import Catalog
package import Subscribers

/// Where verified facts are kept, and what follows from them: customers, links, grants and recorded
/// assignments. What a function wrote is durable when it returns.
///
/// A **customer** is Apple's: (environment, `appTransactionId`), or one `originalTransactionId`
/// until a fact of it carries an `appTransactionId`; it then belongs to that customer. Links from
/// users never merge customers, and nothing crosses an environment.
package protocol Ledger: Sendable {
  /// Keeps a notification and what is signed inside it. `.already` changed nothing.
  func append(
    _ notification: Verified<Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended

  /// Keeps what an app or a server presented, and links the user if one is named. Texts that are
  /// here already change nothing.
  ///
  /// - Returns: the customer's history with it.
  /// - Throws: `renewalInfoWithoutTransaction` for renewal info of a purchase that is neither here
  ///   nor in the evidence; then nothing is kept. `severalCustomers` if what is here already shows
  ///   that the purchases belong to different customers.
  func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory

  /// The customers that a name stands for; a user may be linked to several, and several provisional
  /// ones may share none of their ids. Empty if nobody is known.
  func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory]

  /// What is known of the customer whom evidence is about, in the same read with whether the
  /// evidence is here. Keeps nothing.
  ///
  /// - Throws: `severalCustomers` as `append` would.
  func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer

  /// Links a user to a customer that is known; `false` if it is not.
  func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool

  /// Takes places in the limits of offers, each checked and written in one transaction with its
  /// attempt and, for an offer of an experiment, the recorded assignment. Customers whom Apple has
  /// named for one purchase chain are one in all limits. In the order of the requests; one that is
  /// refused leaves the others, and its evidence is kept all the same.
  func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome]

  /// Grants that count for the UTC day of `now`, by key of the offer.
  func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int]

  /// Keeps exposures, in one transaction: the first of a unit with its assignment, a later one as a
  /// count, one that contradicts as a conflict. The first in production keeps the terms of its phase;
  /// test traffic neither freezes a configuration nor is held to one. In the order of the exposures.
  func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome]

  /// Notes that an anonymous id is a user's, on somebody's word; the first alias of an anonymous id
  /// wins, unless somebody stronger vouches for another. A known user is nobody's anonymous id, and a
  /// user has at most 64. Whoever has recorded assignments of different variants under the two is a
  /// conflict from then on; on an app's word only the anonymous id is.
  func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome

  /// Whether an id stands in an alias, as the user's or as the anonymous one.
  func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool

  /// Whether there could be recorded assignments of a unit, or of an anonymous id that is surely an
  /// alias of it: answered from memory, at once. `false` is certain.
  func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool

  /// The recorded assignments of a request's ids: those of the user, of the anonymous ids that
  /// somebody stronger than an app calls the user's, and of the anonymous id in the same request
  /// unless it is known as a user's. Each with the unit that it was drawn with. By unit, then by the
  /// moment.
  func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment]

  /// The same, if memory has it: answered at once. `nil` says nothing; `assignments` then finds out.
  func rememberedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]?

  /// The terms that phases began with, for checking a configuration before it is served.
  func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms]

  /// The exposures of a phase by variant, sorted by its name. Reads every record there is.
  func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts]

  /// Erases what is known of a person: facts, evidence, links, and the recorded assignments,
  /// exposures and aliases of the user ids that were linked and of the anonymous ids that are surely
  /// aliases of them: what only an app has claimed could be somebody else's, and stays. Hashed marks stay, so that limits and introductory use still hold if the
  /// customer comes back.
  ///
  /// - Returns: how many customers were erased.
  func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Int

  /// Notes that all transactions of the customers were fetched from Apple at `moment`.
  func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure)

  /// Kept texts in the order in which they came, page by page: at most `limit` with a number
  /// greater than `number`.
  func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry]

  /// Kept texts of one customer or user, in the order in which they came.
  func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry]

  /// Whether it can be written to, found out by a write that changes nothing; for readiness.
  func check() async throws(LedgerFailure)

  /// Offers redeemed after their grant had lapsed, since the ledger was made.
  func lateRedemptions() async throws(LedgerFailure) -> Int

  /// Ends all work and closes files. Later calls throw `unavailable`.
  func close() async
}
