package import PaywallCatalog
package import Subscribers

/// Reads for results, reports and jobs. No rule that writes uses them.
package protocol StoredTables: LedgerTables, WebhookQueueTables {
  var units: UnitFilter { get }
  /// Whether everything that is written is forgotten again.
  var keepsNothing: Bool { get }

  /// The texts after a number, sorted by number.
  func entries(after number: Int64, limit: Int) throws -> [LedgerEntry]
  func entries(ofCustomer customer: CustomerRow.Number) throws -> [LedgerEntry]
  func lateRedemptions() throws -> Int

  func identities(in environment: AppStoreEnvironment) throws -> PhaseIdentities
  /// The units of a phase of which an exposure had come by a moment, in any order.
  ///
  /// - Parameter identities: of the environment; a row of an id that they know is a known one.
  func eachExposed(
    of phase: PhaseKey, until end: Timestamp,
    _ identities: PhaseIdentities, _ body: (ExposedRow) throws -> Void
  ) throws -> ExposedNames
  func exposedUnits(elsewhere phase: PhaseKey) throws -> Int
  /// Counts by day and by whether the buyer is named, in any order.
  func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) throws -> [NewPurchases]
  /// Gives each customer who has bought something, once, sorted by number. The body reads nothing.
  ///
  /// - Parameter numbers: of the customers; `nil` for all.
  func eachCustomer(
    in environment: AppStoreEnvironment, among numbers: ClosedRange<CustomerRow.Number>?,
    _ body: (CustomerPurchases) throws -> Void) throws
  /// The customers of whose purchases a text was stored after a number.
  func customers(
    withTextsAfter number: Int64, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number]
  /// The sums of all purchase chains with purchases, by the range of their customers.
  func chainSums(in environment: AppStoreEnvironment) throws -> [CustomerRow.Number: ChainSums]
  func endOfTexts() throws -> CommitEnd
  /// Counts by variant, in any order.
  func exposureCounts(of phase: PhaseKey) throws -> [ExposureCounts]
  /// Counts the exposed units of a phase whose details are unknown.
  func unknownDetails(of phase: PhaseKey) throws -> UnknownDetailCounts
  func heldOutUnits(of phase: PhaseKey) throws -> Int
  /// In the order of `requestedAt`.
  func openRefundCases(dueAt now: Timestamp, limit: Int) throws -> [RefundCase]
  func refundCases(ofTransaction id: String) throws -> [RefundCase]
  func refundCounts(lateSince moment: Timestamp) throws -> RefundCounts
  /// Wanted at a moment or before, those that have waited longest first.
  func wantedHistories(
    limit: Int, at now: Timestamp
  ) throws -> [(customer: CustomerRow.Number, fetch: HistoryFetch)]
  /// Grants with a smaller number, the newest first.
  func grants(before number: Int64, limit: Int) throws -> [GrantOutline]
  func grantOutline(_ number: Int64) throws -> GrantOutline?
  func attempts(of grant: Int64) throws -> [SignedAttempt]
  /// Whether anybody was given access.
  func hasAccess() throws -> Bool
  /// Whether any balance has changed.
  func hasPostings() throws -> Bool
  /// The newest first, with their numbers.
  func newestPostings(
    of customer: CustomerRow.Number, limit: Int
  ) throws -> [(number: Int64, posting: Posting)]
  /// Whether anybody has or had a seat.
  func hasSeats() throws -> Bool
  /// The records that were given last, with the numbers of their customers.
  func holdersOfAccess(
    limit: Int
  ) throws -> [(access: GivenAccess, customer: CustomerRow.Number)]
}

extension StoredTables {
  package var keepsNothing: Bool { false }
}
