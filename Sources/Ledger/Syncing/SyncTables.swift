package import PaywallCatalog

/// What tells whether a grant is looked at for a purchase at full price.
package struct GrantOutline: Hashable, Sendable {
  package var number: Int64
  /// `nil` for one of a person who was erased, or of somebody who is not a customer.
  package var customer: CustomerRow.Number?
  package var grantedAt: Timestamp
  package var isRedeemed: Bool
}

/// The rows of the jobs that ask the App Store.
package protocol SyncTables {
  func job(_ name: String) throws -> JobRow?
  mutating func put(_ job: JobRow) throws

  func historyFetch(of customer: CustomerRow.Number) throws -> HistoryFetch?
  mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) throws

  /// Whether a notification is noted.
  func isNoted(notification uuid: String) throws -> Bool

  /// When the person of a hash was erased; `nil` if that is not known, or the hash is there for the
  /// limits of somebody else.
  func erasedAt(hash: [UInt8]) throws -> Timestamp?
  /// Writes when the person of a hash was erased last.
  mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) throws
}

extension GrantOutline {
  package init(_ row: some LedgerRow) {
    self.init(
      number: row.int64(0), customer: row.int64(optional: 1), grantedAt: row.moment(2) ?? .epoch,
      isRedeemed: row.moment(3) != nil)
  }
}
