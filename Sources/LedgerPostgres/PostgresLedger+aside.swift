package import AppStore
package import PaywallCatalog
package import Ledger
import LedgerStorage

extension PostgresLedger {
  package func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await writer.write([.table("kept_aside"), .notification(notification.uuid)]) {
      try $0.keepAside(notification, at: now)
    }
  }

  package func removeKeptAside(_ uuid: String) async throws(LedgerFailure) {
    try await writer.write([.table("kept_aside")]) { try $0.removeKeptAside(uuid) }
  }
}
