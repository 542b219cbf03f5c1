package import AppStore
package import PaywallCatalog
package import Ledger

extension MeasuredLedger {
  package func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await write { () async throws(LedgerFailure) in
      try await ledger.keepAside(notification, at: now)
    }
  }

  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try await read { () async throws(LedgerFailure) in
      try await ledger.keptAside(after: number, limit: limit)
    }
  }

  package func removeKeptAside(_ uuid: String) async throws(LedgerFailure) {
    try await write { () async throws(LedgerFailure) in
      try await ledger.removeKeptAside(uuid)
    }
  }
}
