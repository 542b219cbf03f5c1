package import AppStore
package import PaywallCatalog

/// A notification that Apple signed and that names no app, as it is kept aside: without effect, until
/// a version of this program can read it.
package struct KeptAside: Hashable, Sendable {
  /// Grows in the order of arrival.
  package var number: Int64
  /// `notificationUUID`.
  package var uuid: String
  /// The type in Apple's spelling.
  package var type: String
  package var signedDate: Timestamp?
  package var receivedAt: Timestamp
  /// The compact JWS as it was posted.
  package var content: String

  /// The limits of what is kept; the oldest goes first.
  package enum Limit {
    package static let count = 1_000
    package static let bytes = 10_000_000
  }
}

/// The rows of the notifications that are kept aside.
package protocol AsideTables {
  func isKeptAside(_ uuid: String) throws -> Bool
  /// Adds a notification; its number is given by the table.
  mutating func add(_ text: KeptAside) throws
  func keptAside(after number: Int64, limit: Int) throws -> [KeptAside]
  /// The bytes of each, the newest first.
  func keptAsideSizes() throws -> [(number: Int64, bytes: Int)]
  mutating func removeKeptAside(through number: Int64) throws
  mutating func removeKeptAside(_ uuid: String) throws
}

extension KeptAside {
  package static let columns = "number, uuid, type, signed_at, received_at, content"

  package init(_ row: some LedgerRow) throws {
    self.init(
      number: row.int64(0), uuid: try row.plain(1), type: try row.plain(2),
      signedDate: row.moment(3), receivedAt: row.moment(4) ?? .epoch, content: try row.plain(5))
  }
}

extension Ledger {
  /// Keeps a notification aside, at most `KeptAside.Limit` of them.
  package func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await write([.table("kept_aside"), .notification(notification.uuid)]) { tables in
      guard try !tables.isKeptAside(notification.uuid),
        try !tables.isNoted(notification: notification.uuid)
      else { return .already }
      try tables.add(
        KeptAside(
          number: 0, uuid: notification.uuid, type: notification.type,
          signedDate: notification.signedDate, receivedAt: now, content: notification.text.compact))
      try tables.makeRoom()
      return .new
    }
  }

  /// Ends the keeping of one that a newer version could read.
  package func removeKeptAside(_ uuid: String) async throws(LedgerFailure) {
    try await write([.table("kept_aside")]) { try $0.removeKeptAside(uuid) }
  }

  /// At most `limit` with a number greater than `number`, in the order in which they came.
  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try await read(.list) { try $0.keptAside(after: number, limit: limit) }
  }
}

extension LedgerTables {
  /// Removes the oldest that are too many.
  fileprivate mutating func makeRoom() throws {
    var (count, bytes) = (0, 0)
    for row in try keptAsideSizes() {
      count += 1
      bytes += row.bytes
      guard count > KeptAside.Limit.count || bytes > KeptAside.Limit.bytes else { continue }
      return try removeKeptAside(through: row.number)
    }
  }
}
