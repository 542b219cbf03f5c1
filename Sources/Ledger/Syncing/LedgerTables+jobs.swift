import AppStore
package import PaywallCatalog
import Subscribers

/// The values that decide whether a grant is checked for a purchase at full price.
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

extension LedgerTables {
  package mutating func claim(_ claim: JobClaim, at now: Timestamp) throws -> TakenJob? {
    var row = try job(claim.job) ?? JobRow(name: claim.job)
    guard row.isFree(for: claim.holder, at: now) else { return nil }
    row.holder = claim.holder
    row.heldUntil = claim.until
    try put(row)
    return TakenJob(progress: row.progress)
  }

  /// A missed notification shows the state of its time: the present one must be fetched.
  mutating func want(ownerOf notification: Notification, at now: Timestamp) throws {
    guard notification.environment != .xcode,
      let id = notification.transaction?.payload.fact?.originalTransactionId,
      let owner = try chain(originalTransactionId: id, in: notification.environment)?.owner
    else { return }
    try want(owner, from: now)
  }

  mutating func want(_ owner: CustomerRow, from moment: Timestamp?) throws {
    let held = try historyFetch(of: owner.number)
    guard moment != nil || held != nil else { return }
    var fetch = held ?? HistoryFetch()
    fetch.wantedAt = moment
    try put(fetch, of: owner.number)
  }

  /// The customer of an original transaction id or an app transaction id.
  func owners(
    ofAny id: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    let chains = try owners(of: .originalTransactionId(id), in: environment)
    return chains.isEmpty ? try owners(of: .appTransactionId(id), in: environment) : chains
  }
}
