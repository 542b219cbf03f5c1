package import AppStore
package import PaywallCatalog

extension MemoryLedger {
  package func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try writeAtOnce { try $0.keepAside(notification, at: now) }
  }

  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try read { $0.keptAside(after: number, limit: limit) }
  }

  package func removeKeptAside(_ uuid: String) async throws(LedgerFailure) {
    try write { $0.removeKeptAside(uuid) }
  }
}
