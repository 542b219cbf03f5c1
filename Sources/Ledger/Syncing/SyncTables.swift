package import PaywallCatalog

/// The rows of the jobs that ask the App Store.
package protocol SyncTables {
  func job(_ name: String) throws -> JobRow?
  mutating func put(_ job: JobRow) throws

  func historyFetch(of customer: CustomerRow.Number) throws -> HistoryFetch?
  mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) throws
  /// Wanted at a moment or before, the longest waiting first.
  func wantedHistories(
    limit: Int, at now: Timestamp
  ) throws -> [(customer: CustomerRow.Number, fetch: HistoryFetch)]

  /// Whether a notification is noted.
  func isNoted(notification uuid: String) throws -> Bool

  /// When the person of a hash was erased; `nil` if that is not known, or the hash is there for the
  /// limits of somebody else.
  func erasedAt(hash: [UInt8]) throws -> Timestamp?
  /// Writes when the person of a hash was erased last.
  mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) throws

  /// Customers with a grant since a moment that was not redeemed, the newest grant first.
  func customersWithOpenGrants(since moment: Timestamp) throws -> [CustomerRow.Number]
  func attempts(of grant: Int64) throws -> [SignedAttempt]
}
