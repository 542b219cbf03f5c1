package import AppStore
package import PaywallCatalog
import PaywallSubscribers

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

extension LedgerTables {
  package mutating func claim(_ claim: JobClaim, at now: Timestamp) throws -> TakenJob? {
    var row = try job(claim.job) ?? JobRow(name: claim.job)
    guard row.isFree(for: claim.holder, at: now) else { return nil }
    row.holder = claim.holder
    row.heldUntil = claim.until
    try put(row)
    return TakenJob(progress: row.progress)
  }

  package mutating func release(_ job: String, by holder: String) throws {
    guard var row = try self.job(job), row.holder == holder else { return }
    row.holder = nil
    row.heldUntil = nil
    try put(row)
  }

  /// Stores replayed notifications and the job's progress; nothing without the claim.
  package mutating func replay(
    _ notifications: [(payload: Notification, text: StoredText)], _ progress: JobProgress,
    at now: Timestamp
  ) throws -> ReplayOutcome {
    guard try claim(progress.claim, at: now) != nil else { return .lostClaim }
    var counts = ReplayCounts()
    for (notification, text) in notifications {
      if try isNoted(notification: notification.uuid) {
        counts.already += 1
      } else if try isOfErased(notification) {
        counts.erased += 1
      } else {
        _ = try append(notification, text: text, at: now)
        counts.new += 1
        try want(ownerOf: notification, at: now)
      }
    }
    var row = try job(progress.claim.job) ?? JobRow(name: progress.claim.job)
    row.progress = progress.text
    try put(row)
    return .stored(counts)
  }

  /// A missed notification shows the state of its time: the present one must be fetched.
  private mutating func want(ownerOf notification: Notification, at now: Timestamp) throws {
    guard notification.environment != .xcode,
      let id = notification.transaction?.payload.fact?.originalTransactionId,
      let owner = try chain(originalTransactionId: id, in: notification.environment)?.owner
    else { return }
    try want(owner, from: now)
  }

  private mutating func want(_ owner: CustomerRow, from moment: Timestamp?) throws {
    let held = try historyFetch(of: owner.number)
    guard moment != nil || held != nil else { return }
    var fetch = held ?? HistoryFetch()
    fetch.wantedAt = moment
    try put(fetch, of: owner.number)
  }

  package mutating func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) throws {
    for owner in try owners(ofAny: id, in: environment) { try want(owner, from: moment) }
  }

  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) throws -> HistoryFetch? {
    for owner in try owners(ofAny: id, in: environment) {
      if let fetch = try historyFetch(of: owner.number) { return fetch }
    }
    return nil
  }

  /// The customer of an original transaction id or an app transaction id.
  func owners(
    ofAny id: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    let chains = try owners(of: .originalTransactionId(id), in: environment)
    return chains.isEmpty ? try owners(of: .appTransactionId(id), in: environment) : chains
  }
}

extension StoredTables {
  package func wanted(limit: Int, at now: Timestamp) throws -> [WantedHistory] {
    try wantedHistories(limit: limit, at: now).compactMap { number, fetch in
      guard let customer = try customer(number),
        let id = try chains(of: number).first?.originalTransactionId ?? customer.appTransactionId
      else { return nil }
      return WantedHistory(environment: customer.environment, id: id, fetch: fetch)
    }
  }
}
