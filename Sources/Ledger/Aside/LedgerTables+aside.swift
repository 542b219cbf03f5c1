package import AppStore
package import PaywallCatalog

extension LedgerTables {
  package mutating func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) throws -> Appended {
    guard try !isKeptAside(notification.uuid), try !isNoted(notification: notification.uuid) else {
      return .already
    }
    try add(
      KeptAside(
        number: 0, uuid: notification.uuid, type: notification.type,
        signedDate: notification.signedDate, receivedAt: now, content: notification.text.compact))
    try makeRoom()
    return .new
  }

  /// Removes the oldest that are too many.
  private mutating func makeRoom() throws {
    var (count, bytes) = (0, 0)
    for row in try keptAsideSizes() {
      count += 1
      bytes += row.bytes
      guard count > KeptAside.Limit.count || bytes > KeptAside.Limit.bytes else { continue }
      return try removeKeptAside(through: row.number)
    }
  }
}
